/* What is drawn of the table this page sits at: the position, the people around it, the clocks, and words for all of it. */

import { Connected } from './connected.svelte.ts';
import type { Lengths } from './film.ts';
import type { Mover } from '../game.ts';
import { standsStill } from './standstill.ts';
import { Steps, type Step } from './steps.svelte.ts';
import { asText, GameWords, type Part } from '../words.svelte.ts';
import type { Action, Counsel, Deadline, Person, ServerMessage, Table, TimeLeft, Told, View } from '../wire.ts';

const NOBODY: View = {
  ...{ game: '', version: 0, seat: null, players: 0, cells: {}, asked: [], waiting: null, legal: [], may: [] },
  ...{ quiet: [], scores: [], progress: [], ranks: null, over: false },
};

/** A page that is connected to a table, and what it draws of it. */
export abstract class Drawn extends Connected {
  readonly screen: 'hand' | 'watch' | 'tv';
  gameWords: GameWords = $state.raw(new GameWords({}));
  mover: Mover | null = null;
  /** How long the motions of this game's events take, in ms. */
  lengths: Lengths = {};
  /** Events that the story does not tell. */
  passing: string[] = [];

  /** The table as the house told it last; null before. */
  protected laid: Table | null = $state.raw(null);
  /** This page's person; null for an onlooker. */
  protected person: number | null = $state(null);
  protected readonly steps = new Steps(this, (step) => this.drawn(step));
  /** What is drawn: where the match stands still nothing is asked of anybody. */
  readonly #shown: View = $derived.by(() => {
    const view = this.steps.message?.view ?? NOBODY;
    return this.laid && standsStill(this.laid) ? { ...view, asked: [], legal: [], may: [] } : view;
  });
  protected counselled: Extract<ServerMessage, { type: 'counsel' }> | null = $state.raw(null);
  protected slip: Extract<ServerMessage, { type: 'may_take_back' }> | null = $state.raw(null);
  #now = $state(Date.now() / 1000);
  /** How far the server's clock is ahead of this device's, in s. */
  protected offset = 0;
  /** The names by seat when an event was told, where others sit there now. */
  readonly #sat = new WeakMap<Told, string[]>();
  #tick: ReturnType<typeof setInterval>;

  constructor(word: string, screen: 'hand' | 'watch' | 'tv', chair: number | undefined, url?: string) {
    super(word, chair, url);
    this.screen = screen;
    this.#tick = setInterval(() => this.clocks.length && (this.#now = this.time()), 250);
  }

  /** Nobody sees what is told here now. */
  abstract get unseen(): boolean;
  /** Called after each step. */
  protected abstract drawn(step: Step): void;

  override leave(): void {
    clearInterval(this.#tick);
    super.leave();
  }

  get here(): boolean {
    return this.laid !== null;
  }
  get dealt(): boolean {
    return this.steps.message !== null;
  }
  get table(): Table {
    return this.laid!;
  }
  get people(): Person[] {
    return this.laid?.people ?? [];
  }
  get me(): Person | null {
    return this.people.find((person) => person.person === this.person) ?? null;
  }
  get host(): boolean {
    return this.person !== null && this.laid?.host === this.person;
  }
  get seat(): number | null {
    return this.view.seat;
  }
  get view(): View {
    return this.#shown;
  }
  get before(): View | null {
    return this.steps.before;
  }
  /** The play of this seat that is drawn last may be taken back, as the house says. */
  get mayTakeBack(): boolean {
    const [said, drawn] = [this.slip, this.steps.message];
    return said?.match === drawn?.match && said?.taken === drawn?.taken && said?.seq === drawn?.seq && said !== null;
  }
  get moving(): boolean {
    return this.steps.moving;
  }
  get story(): Told[] {
    return this.steps.story;
  }
  /** Bots are thinking, and no person is asked. */
  get botsThink(): boolean {
    const asked = this.view.asked.map((seat) => this.at(seat)).filter((one) => one !== undefined);
    return asked.length > 0 && asked.every((one) => one.bot !== null || one.covered);
  }
  /** What the advisor says to the question that is drawn; null where it was not asked. */
  get counsel(): Counsel | null {
    const [of, shown] = [this.counselled, this.steps.message];
    return of && of.match === shown?.match && of.question === shown.question ? of.counsel : null;
  }
  get texts(): Record<string, unknown> {
    return this.steps.message?.texts ?? {};
  }
  get clocks(): Deadline[] {
    return this.steps.message?.clocks ?? [];
  }
  get banks(): TimeLeft[] {
    return this.steps.message?.banks ?? [];
  }
  /** Seconds since 1970 by the server's clock, when it is asked. */
  time(): number {
    return Date.now() / 1000 + this.offset;
  }
  get now(): number {
    return this.#now;
  }
  get words() {
    return this.gameWords.say;
  }
  at(seat: number): Person | undefined {
    return this.people.find((person) => person.seat === seat);
  }

  name(seat: number): string {
    return this.at(seat)?.name ?? `${seat + 1}`;
  }

  /** Takes a new state of the table. What was told before tells of whoever sat there then. */
  protected lay(table: Table): void {
    const before = this.names();
    this.laid = table;
    if (`${before}` !== `${this.names()}`)
      for (const event of this.story) if (!this.#sat.has(event)) this.#sat.set(event, before);
  }

  protected names(): string[] {
    return Array.from({ length: this.view.players }, (_, seat) => this.name(seat));
  }

  parts(event: Told): Part[] {
    return this.gameWords.tell(event, this.seat, this.#sat.get(event) ?? this.names());
  }

  /** What happened, a sentence a play; what is only read aloud is left out. */
  lines(events: Told[]): Part[][] {
    const told = events.filter(({ event }) => !this.passing.includes(event));
    const lines: Part[][] = [];
    for (let at = 0, end = 0; at < told.length; at = end) {
      const names = this.#sat.get(told[at]!);
      while (end < told.length && this.#sat.get(told[end]!) === names) end += 1;
      lines.push(...this.gameWords.story(told.slice(at, end), this.seat, names ?? this.names()));
    }
    return lines;
  }

  tell(event: Told): string {
    return asText(this.parts(event));
  }

  label(action: Action): string {
    return this.gameWords.label(action, this.names());
  }

  /** Takes the server's time; where it is not sure, only as far as it is later. */
  protected clock(now: number, surely = false): void {
    const offset = now - Date.now() / 1000;
    if (surely || offset > this.offset) this.offset = offset;
    this.#now = this.time();
  }

  protected byThisClock(person: Person): Person {
    const here = (time: number | null): number | null => (time === null ? null : time - this.offset);
    return { ...person, kept_until: here(person.kept_until), back_at: here(person.back_at) };
  }
}
