/* What the server offers at a table in its lobby: how many can play, by which rules, and which bots can be had. */

import { games } from '../api.ts';
import { guide } from '../play/guided.ts';
import { levelOf } from '../store.ts';
import type { TableRoom } from '../table/room.svelte.ts';
import { known, t, type Key } from '../words.svelte.ts';
import type { GameDescription, OptionDescription, Options, Person } from '../wire.ts';
import { offered } from './LevelPicker.svelte';

/** Between two looks at what is warming up, in ms. */
const WARMING = 3_000;
/** So long a turn takes at most where a match is to be short, in s. */
const SHORT = 45;

export class Offer {
  readonly #room: TableRoom;
  /** The game as the server describes it; null until the answer has come. */
  about = $state.raw<GameDescription | null>(null);
  /** How often nobody answered. */
  #unanswered = $state(0);
  /** It shall be kind to beginners, also where no bot sits here yet. */
  #kind = $state(false);

  readonly seats = $derived.by((): { low: number; high: number } => {
    const { deal } = this.#room.table;
    if (deal) return { low: deal.players, high: deal.players };
    return this.about?.seats ?? { low: 2, high: this.#room.people.length };
  });
  /** How many chairs are free. */
  readonly free = $derived.by(() => Math.max(0, this.seats.high - this.#room.people.length));
  /** How many are missing before a match can start. */
  readonly short = $derived.by(() => Math.max(0, this.seats.low - this.#room.people.length));
  /** With how many it would be played now. */
  readonly #playing = $derived.by(() => Math.max(this.seats.low, this.#room.people.length));
  /** The options that differ from the printed rules. */
  readonly changed = $derived.by(() => (this.about?.options ?? []).filter((option) => this.#differs(option)));
  /** The kinds of bots that can be had now. */
  readonly bots = $derived.by(() => offered((this.about?.bots ?? []).filter((kind) => this.#has(kind))));
  /** Why bots may not sit with these house rules, as the game puts it; empty where they may. */
  readonly botless = $derived.by(() =>
    this.#room.table.bots ? '' : (this.#room.gameWords.maybe('table.botless') ?? t('refused.no_bots_here')),
  );

  /** Asks for as long as the component lives that makes it. */
  constructor(room: TableRoom) {
    this.#room = room;
    // What is still warming up is asked for again until it is warm, and what nobody answered until somebody does.
    $effect(() => {
      const warming = (this.about?.warming.length ?? 0) > 0;
      if (this.about && !warming) return undefined;
      const look = (): void =>
        void games(warming).then(
          (all) => (this.about = all.find(({ game }) => game === room.table.game) ?? null),
          () => (this.#unanswered += 1),
        );
      if (!this.about && !this.#unanswered) return look();
      const timer = setTimeout(look, WARMING);
      return () => clearTimeout(timer);
    });
  }

  /** Whether this device may choose what kind of bot it is: in its line on a desk, in its sheet on a phone. */
  chooses(one: Person): boolean {
    return one.bot !== null && this.#room.host && this.bots.length > 1;
  }

  /** The rules in force, where they are one of three that are chosen with one press; empty where they are none of them. */
  get preset(): '' | 'short' | 'printed' | 'kind' {
    const { clock, per } = this.#room.table;
    const others = this.changed.filter(({ name }) => !(name in (this.about?.welcoming ?? {})));
    const short = this.#short();
    const values = Object.fromEntries(others.map(({ name }) => [name, this.#room.table.options[name]]));
    if (clock === SHORT && per === 'turn' && JSON.stringify(values) === JSON.stringify(short)) return 'short';
    if (clock || others.length) return '';
    const kinds = this.#room.people.flatMap(({ bot }) => bot ?? []);
    return (kinds.length ? kinds.every((kind) => kind === 'gentle') : this.#kind) ? 'kind' : 'printed';
  }

  /** Takes one of the three: what it does not name is as printed. */
  async choose(preset: string): Promise<void> {
    const [room, before] = [this.#room, this.preset];
    this.#kind = preset === 'kind';
    const printed = Object.fromEntries(this.changed.map(({ name, default: value }) => [name, value]));
    const options = { ...printed, ...this.about?.welcoming, ...(preset === 'short' ? this.#short() : {}) };
    if (await room.setOptions(options)) return;
    await room.ask({ type: 'clock', seconds: preset === 'short' ? SHORT : 0, per: 'turn' });
    if (this.#kind) guide(room.table.game, 'on');
    const kind = this.#kind ? 'gentle' : 'simple';
    if ((this.#kind || before === 'kind') && this.about?.bots.includes(kind))
      for (const { bot, person } of room.people)
        if (bot !== null && bot !== kind) await room.ask({ type: 'bot', person, bot: kind });
  }

  /** The kind of a bot that is seated now. */
  get usual(): string {
    const liked = this.#kind ? 'gentle' : levelOf(this.#room.table.game);
    return liked && this.bots.includes(liked) ? liked : this.about!.bots[0]!;
  }

  /** What makes a match short: half of what sets its length, where a game says what that is. */
  #short(): Options {
    const by = this.#room.gameWords.maybe('minutes_by');
    const printed = this.about?.options.find(({ name }) => name === by)?.default;
    return typeof printed === 'number' ? { [by!]: Math.ceil(printed / 2) } : {};
  }

  /** A kind's name, with what is to be said of it at this table. */
  nameOf(kind: string): string {
    const called = this.#called(kind);
    if (this.#absent(kind)) return t(this.#crowded(kind) ? 'lobby.kind.size' : 'lobby.kind.absent', { kind: called });
    if (this.about?.warming.includes(kind) && !this.#byHeart(kind)) return t('lobby.kind.warming', { kind: called });
    return called;
  }

  /** How a kind plays, or why it cannot be had. */
  skillOf(kind: string): string {
    if (this.#absent(kind)) return t(this.#crowded(kind) ? 'lobby.kind.size.help' : 'lobby.kind.absent.help');
    return known(`lobby.kind.${kind}.help`) ? t(`lobby.kind.${kind}.help` as Key) : this.#room.gameWords.bot(kind);
  }

  #differs(option: OptionDescription): boolean {
    const value = this.#room.table.options[option.name] ?? option.default;
    return JSON.stringify(value) !== JSON.stringify(option.default);
  }

  /**
   * Every game has the kinds `simple` and `random`: the page names them. A game's own words say how its bots play, and
   * name others.
   */
  #called(kind: string): string {
    return known(`lobby.kind.${kind}`) ? t(`lobby.kind.${kind}` as Key) : this.#room.gameWords.bot(kind);
  }

  /** Whether a kind needs no thought at this table. */
  #byHeart(kind: string): boolean {
    return this.changed.length === 0 && (this.about?.by_heart[kind]?.includes(this.#playing) ?? false);
  }

  /** Whether a kind can be had for so many players. */
  #has(kind: string): boolean {
    return this.#byHeart(kind) || (this.about?.only[kind]?.includes(this.#playing) ?? true);
  }

  /** Whether a bot is of a kind that cannot be had here: it was seated while that was still being tried, or with fewer people. */
  #absent(kind: string): boolean {
    return this.about !== null && !(this.about.bots.includes(kind) && this.#has(kind));
  }

  /** Whether that is for the number of people. */
  #crowded(kind: string): boolean {
    return (this.about?.only[kind]?.length ?? 0) > 0 && !this.#has(kind);
  }
}
