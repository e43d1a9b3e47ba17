/* What is said at this table, as far as this page was told; and whom this device does not want to hear. */

import { keep, recall } from '../store.ts';
import type { Line, Person, ServerMessage } from '../wire.ts';
import { t } from '../words.svelte.ts';
import { Aloud } from './aloud.svelte.ts';

export type Stir = Extract<ServerMessage, { type: 'said' | 'reacted' }>;
/** Tables whose muted people are remembered. */
const TABLES = 20;

/** Somebody who is not heard here, and the name they had last; pages of before kept the number alone. */
type Muted = [person: number, name: string];
const mutedAt = (): [string, (Muted | number)[]][] => recall<[string, (Muted | number)[]][]>('muted') ?? [];

/** What a line says, in the reader's own language. */
export const words = (line: Line): string => line.text ?? (line.phrase ? t(`talk.phrase.${line.phrase}`) : '');

export class Talk {
  readonly word: string;
  lines: Line[] = $state.raw([]);
  /** Who is not heard on this device. */
  muted: Muted[] = $state.raw([]);
  /** What has just been said or shown, until it is drawn at its seat. */
  stirs: Stir[] = $state.raw([]);
  readonly aloud = new Aloud();
  /** The number of the last line that was in sight. */
  #read = $state(0);
  #begun = false;

  constructor(word: string) {
    this.word = word;
    const kept = mutedAt().find(([table]) => table === word)?.[1] ?? [];
    this.muted = kept.map((one) => (typeof one === 'number' ? [one, ''] : one));
  }

  hears(person: number): boolean {
    return !this.muted.some(([number]) => number === person);
  }

  /** Somebody was heard whom this page has not shown yet. */
  get news(): boolean {
    return this.lines.some((line) => line.number > this.#read && this.hears(line.person));
  }

  read(): void {
    this.#read = this.lines.at(-1)?.number ?? 0;
  }

  /** What was said before this page came is no news to it. */
  history(lines: Line[]): void {
    this.lines = lines;
    if (!this.#begun) this.read();
    this.#begun = true;
  }

  /** `me`: the person of this page. */
  take(stir: Stir, me: number | null): void {
    if (stir.type === 'said') {
      if (stir.line.person === me && !this.news) this.#read = stir.line.number;
      this.lines = [...this.lines, stir.line];
    }
    const who = stir.type === 'said' ? stir.line.person : stir.person;
    if (!this.hears(who)) return;
    if (stir.type === 'said' && who !== me) this.aloud.say(t('talk.said', { name: stir.line.name, text: words(stir.line) }));
    this.stirs = [...this.stirs, stir];
  }

  /** Who is here now: whoever got up and sits again under the same name is heard no more than before. `me`: whose page it is. */
  meet(people: Person[], me: number | null): void {
    for (const { person, name, bot } of people) {
      if (bot !== null || person === me) continue;
      const known = this.muted.find(([number, called]) => number === person || called === name);
      if (known && (known[0] !== person || known[1] !== name)) this.#keep(person, [[person, name]]);
    }
  }

  mute(person: number, name: string, muted: boolean): void {
    if (muted) this.#keep(person, [[person, name]]);
    else this.#keep(person, [], name);
  }

  #keep(person: number, instead: Muted[], forgotten = ''): void {
    this.muted = [...this.muted.filter(([number, name]) => number !== person && (!forgotten || name !== forgotten)), ...instead];
    keep('muted', [...mutedAt().filter(([table]) => table !== this.word), [this.word, this.muted]].slice(-TABLES));
  }
}
