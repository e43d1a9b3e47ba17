/* Message catalogues: the page's own (`t`, `count`) and each game's (`GameWords`). */

import { gameWords, Refused } from './api.ts';
import { isolated } from './direction.ts';
import type { Given, Say, Values } from './game.ts';
import { laterIn, settings, wordsIn, type Language } from './settings/settings.svelte.ts';
import type { Action, OptionValue, Per, Told, Value } from './wire.ts';
import type en from '../words/en.json';
import type rest from '../words/en.later.json';
import type { Holes } from '../words/holes.ts';

export type Key = keyof typeof en | keyof typeof rest;
type Catalogue = Partial<Record<Key, string>>;

let own = $state.raw<Catalogue | null>(null);
let whole = false;

/** Loads the page's own words; the page waits for the first ones and keeps the old ones until the new are there. */
export async function speak(language: Language): Promise<void> {
  const parts = await Promise.all([wordsIn(language), ...(whole ? [laterIn(language)] : [])]);
  if (settings.language === language || !own) own = Object.assign({}, ...parts.map((part) => part.default)) as Catalogue;
}

/** Loads the rest of the page's own words, in the language that is spoken. */
export async function speakAll(): Promise<void> {
  whole = true;
  await speak(settings.language);
}

/** A number as it is written: tabular, with a real minus sign. */
export const figure = (value: number): string => (value < 0 ? `\u2212${-value}` : `${value}`);
const written = (value: string | number): string => (typeof value === 'number' ? figure(value) : isolated(value));

export function fill(sentence: string, values: Values = {}): string {
  return sentence.replace(/\{(\w+)\}/g, (braces, name: string) => (name in values ? written(values[name]!) : braces));
}

/** A sentence of the page. */
export function t<K extends Key>(key: K, ...[values]: K extends Key ? Given<Holes[K]> : never): string {
  return fill(own?.[key] ?? '', values);
}

/** The form a number asks for in the language that is spoken: `one`, `other`, … */
export const plural = (n: number): string => new Intl.PluralRules(settings.language).select(n);

/** A sentence that depends on a number: `key.one`, `key.other`. */
export function count(key: string, n: number, values: Values = {}): string {
  const found = own?.[`${key}.${plural(n)}` as Key] ?? own?.[`${key}.other` as Key] ?? '';
  return fill(found, { n, ...values });
}

/** A thing and what is said of it, with a colon as the language writes it: "Your vault: 3 cards". */
export const labelled = (label: string, said: string): string => t('labelled', { label, said });

/** Whether the page has a sentence for a word that comes from the server, such as a refusal's code. */
export function known(key: string): key is Key {
  return own !== null && key in own;
}

/** A refusal as a sentence: by its code, or as the server put it. */
export function refusal(problem: { code: string; message: string; reason?: string | undefined }): string {
  const key =
    problem.reason && known(`refused.${problem.code}.${problem.reason}`)
      ? `refused.${problem.code}.${problem.reason}`
      : `refused.${problem.code}`;
  return known(key) ? t(key) : problem.message;
}

/** How long people have, as it is listed among the house rules. */
export const clockChip = (seconds: number, per: Per): string =>
  per === 'turn' ? t('clock.chip', { n: seconds }) : t('clock.chip.match', { n: Math.round(seconds / 60) });

/** What an animal is called. */
export const avatarName = (avatar: string): string => own?.[`avatar.${avatar}` as Key] ?? avatar;

/** A place: 1st, 2nd … */
export function place(n: number): string {
  const form = new Intl.PluralRules(settings.language, { type: 'ordinal' }).select(n);
  return fill(own?.[`place.${form}` as Key] ?? own?.['place.other'] ?? '', { n });
}

/** Names as one speaks them: "Noor, Jules and Tick". */
export function list(names: string[]): string {
  return new Intl.ListFormat(settings.language, { type: 'conjunction' }).format(names.map(isolated));
}

type Section = Record<string, unknown>;
/**
 * `you`, `other` and `to_you`, each alone or followed by `_unknown` (a value is not known here) and `_many` (of several in
 * a row).
 */
type Sentences = Record<string, string | undefined>;
const SEATS = /\{(\w+):seat\}/g;
const BRACES = /\{(\w+)(?::seat)?\}/g;

/** A piece of a sentence: plain text, a person's name, or a value that the game may draw. */
export type Part = { text: string } | { person: string } | { name: string; value: string; said: string };

/** A game's words in one language. */
export class GameWords {
  readonly #words: Section;

  constructor(words: Section) {
    this.#words = words;
  }

  #section<T>(name: string): Record<string, T | undefined> {
    return (this.#words[name] ?? {}) as Record<string, T | undefined>;
  }

  #find(key: string): string | undefined {
    let at: unknown = this.#words;
    for (const step of key.split('.')) at = (at as Section | undefined)?.[step];
    return typeof at === 'string' ? at : undefined;
  }

  readonly say: Say = (key, ...[values]) => fill(this.#find(key) ?? key, values);

  get name(): string {
    return this.say('name');
  }

  /** A text that a game may leave out. */
  maybe(key: string): string | undefined {
    return this.#find(key);
  }

  #value(name: string, value: Value | undefined): string {
    const said = this.#section<Record<string, string>>('values')[name]?.[String(value)];
    if (said !== undefined) return said;
    return typeof value === 'number' ? figure(value) : String(value ?? '?');
  }

  /** Several values as one speaks them: "a 3, a 5 and a 7". */
  #listed(name: string, values: Value[]): Part[] {
    const said = values.map((value): Part => ({ name, value: String(value), said: this.#value(name, value) }));
    return new Intl.ListFormat(settings.language, { type: 'conjunction' })
      .formatToParts(values.map((_, i) => `${i}`))
      .map(({ type, value }) => (type === 'element' ? said[Number(value)]! : { text: value }));
  }

  #parts(sentence: string, form: Record<string, Value | Value[] | undefined>, names: string[], who = ''): Part[] {
    const parts: Part[] = [];
    let end = 0;
    for (const match of sentence.matchAll(/\{(\w+)(:seat)?\}/g)) {
      const name = match[1]!;
      if (match.index > end) parts.push({ text: sentence.slice(end, match.index) });
      end = match.index + match[0].length;
      const value = form[name];
      if (name === 'name' && !(name in form)) parts.push({ person: who });
      else if (match[2] && name in form) parts.push({ person: names[value as number] ?? '' });
      else if (value instanceof Array) parts.push(...this.#listed(name, value));
      else if (name in form) parts.push({ name, value: String(value), said: this.#value(name, value) });
      else parts.push({ text: match[0] });
    }
    if (end < sentence.length) parts.push({ text: sentence.slice(end) });
    const [first] = parts;
    if (first && 'said' in first) parts[0] = { ...first, said: first.said.charAt(0).toUpperCase() + first.said.slice(1) };
    return parts;
  }

  /** The sentence an event is told a seat with: of oneself, to oneself, or of another. */
  #sentence(event: Told, seat: number | null, many = ''): string | undefined {
    const sentences = this.#section<Sentences>('events')[event.event] ?? {};
    const aimed = seat !== null && [...(sentences['other'] ?? '').matchAll(SEATS)].some(([, arg]) => event[arg!] === seat);
    const whose = seat !== null && event.seat === seat ? 'you' : aimed ? 'to_you' : 'other';
    const unknown = Object.values(event).includes(null) && sentences[`${whose}_unknown`] !== undefined ? '_unknown' : '';
    return sentences[`${whose}${unknown}${many}`];
  }

  /** What happened, as a seat is told it; nothing where nothing is told. */
  tell(event: Told, seat: number | null, names: string[]): Part[] {
    return this.#parts(
      this.#sentence(event, seat) ?? '',
      event,
      names,
      event.seat === undefined ? '' : (names[event.seat] ?? ''),
    );
  }

  /** What happened, a sentence a play: what one seat does several times in a row is told once. */
  story(all: Told[], seat: number | null, names: string[]): Part[][] {
    const events = all.filter((event) => this.#sentence(event, seat)); // what is not told parts nothing
    const lines: Part[][] = [];
    for (let at = 0; at < events.length; at += 1) {
      const run = [events[at]!];
      while (this.#together([...run, events[at + 1]], seat)) run.push(events[(at += 1)]!);
      lines.push(run.length > 1 ? this.#many(run, seat, names) : this.tell(run[0]!, seat, names));
    }
    return lines;
  }

  /** What differs between events that one sentence can tell; null where none can. */
  #differing(run: Told[], sentence: string): string[] {
    const args = [...new Set([...sentence.matchAll(BRACES)].map(([, arg]) => arg!))];
    return args.filter((arg) => arg !== 'n' && arg !== 'name' && run.some((event) => event[arg] !== run[0]![arg]));
  }

  #together(run: (Told | undefined)[], seat: number | null): run is Told[] {
    const [first] = run;
    const next = run.at(-1);
    if (!first || !next || next.event !== first.event || next.seat !== first.seat) return false;
    const sentence = this.#sentence(first, seat, '_many');
    if (sentence === undefined || sentence !== this.#sentence(next, seat, '_many')) return false;
    return this.#differing(run as Told[], sentence).length <= (sentence.includes('{n}') ? 0 : 1);
  }

  #many(run: Told[], seat: number | null, names: string[]): Part[] {
    const sentence = this.#sentence(run[0]!, seat, '_many')!;
    const counted = sentence.includes('{n}'); // what is counted is not listed
    const listed = counted
      ? undefined
      : (this.#differing(run, sentence)[0] ??
        [...sentence.matchAll(BRACES)].map(([, arg]) => arg!).find((arg) => arg in run[0]!));
    const values = listed ? { [listed]: run.map((event) => event[listed] ?? null) } : {};
    const { seat: who } = run[0]!;
    return this.#parts(sentence, { ...run[0]!, ...values, n: run.length }, names, who === undefined ? '' : (names[who] ?? ''));
  }

  /** The label of an action, or of all that have some arguments in common: what is open is three dots. */
  label(action: Action, names: string[]): string {
    return asText(this.#parts(this.#section<string>('actions')[action.do] ?? action.do, action, names)).replace(
      /\{\w+(:seat)?\}/g,
      '…',
    );
  }

  /** Why the advisor judges so, in the game's own words. */
  advice(word: string, form: Record<string, Value>, names: string[]): Part[] {
    return this.#parts(this.#section<string>('advice')[word] ?? '', form, names);
  }

  /** An action by what lies there, as the advisor names it. */
  named(form: Record<string, Value | Value[]> & { word: string }): Part[] {
    return this.#parts(this.#section<string>('named')[form.word] ?? '', form, []);
  }

  /** What the game says of a choice of a puzzle. */
  puzzle(word: string, form: Record<string, Value>, names: string[]): Part[] {
    const why = this.#section<Record<string, string>>('puzzles')['why'] ?? {};
    return this.#parts(why[word] ?? '', form, names);
  }

  /** What a habit is called that a game counts; what has no name is not told. */
  habit(name: string): string | undefined {
    return this.#section<string>('style')[name];
  }

  /** Why something is not allowed; with `values`, what is missing. */
  reason(word: string, values: Values = {}): string {
    const lacking = Object.keys(values).length ? this.#section<string | Record<string, string>>('lacking')[word] : undefined;
    if (lacking !== undefined) {
      const sentence = typeof lacking === 'string' ? lacking : (lacking[plural(values['n'] as number)] ?? lacking['other']!);
      return asText(this.#parts(sentence, values, []));
    }
    return this.#section<string>('reasons')[word] ?? word;
  }

  bot(kind: string): string {
    return this.#section<string>('bots')[kind] ?? kind;
  }

  /** The phases of the game in which it has a hint. */
  hints(): string[] {
    return Object.keys(this.#section('hints'));
  }

  /** The events at which the game has a word for whoever they befall first. */
  befalls(): string[] {
    return Object.keys(this.#section('befalls'));
  }

  /** The ways to win that the game has a word for, in its order. */
  ways(): string[] {
    return Object.keys(this.#section('ways'));
  }

  option(name: string): { label: string; help: string } {
    const words = this.#section<{ label?: string; help?: string }>('options')[name];
    return { label: words?.label ?? name, help: words?.help ?? '' };
  }

  optionValue(name: string, value: OptionValue | string | number): string {
    if (Array.isArray(value)) return value.map((v) => this.optionValue(name, v)).join(', ');
    const values = this.#section<{ values?: Record<string, string> }>('options')[name]?.values;
    return values?.[String(value)] ?? written(value);
  }
}

export const asText = (parts: Part[]): string =>
  parts.map((part) => ('text' in part ? part.text : 'person' in part ? isolated(part.person) : part.said)).join('');

const loaded = new Map<string, Promise<GameWords>>();

/** Nobody answers, or one has asked too fast: words are worth asking for again, after pauses that grow. In ms. */
const ASK_AGAIN = { first: 500, longest: 8_000, codes: ['away', 'too_fast'] };

async function fetched(game: string, language: string): Promise<Record<string, unknown>> {
  for (let pause = ASK_AGAIN.first; ; pause = Math.min(pause * 2, ASK_AGAIN.longest)) {
    try {
      return await gameWords(game, language);
    } catch (error) {
      if (!(error instanceof Refused) || !ASK_AGAIN.codes.includes(error.code)) throw error;
    }
    await new Promise((done) => setTimeout(done, pause));
  }
}

/** A game's words in a language, or in English where it has none. */
export function wordsOf(game: string, language: string): Promise<GameWords> {
  const key = `${game}/${language}`;
  let words = loaded.get(key);
  if (!words) {
    words = fetched(game, language)
      .catch(() => fetched(game, 'en'))
      .then(
        (found) => new GameWords(found),
        () => {
          loaded.delete(key);
          return new GameWords({ name: game });
        },
      );
    loaded.set(key, words);
  }
  return words;
}
