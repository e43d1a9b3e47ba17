/* A finished match at the table's own components: frames in place of a line to the server. */

import { tick } from 'svelte';
import { WATCHED } from '../table/film.ts';
import type { Answer, Mover, Plan, Room } from '../game.ts';
import { hasten, setTempo } from '../felt/motion.ts';
import { asText, GameWords, type Part } from '../words.svelte.ts';
import type { Action, Deadline, Deal, Frame, Person, Replay, Table, Told, View } from '../wire.ts';
import { personWith, tableWith } from '../table/blank.ts';

/** How long a step is left in sight at the plain pace, in ms. */
const SEEN = 1100;

export const SPEEDS = [0.5, 1, 2, 4] as const;

/** What stands in an address of a match that begins at its deal, or at a frame of it. */
export const hashOf = (frame: number): string => (frame ? `#${frame}` : '');

/** One frame as it was drawn: a whole view, whose play led to it, and how much of the story was told by then. */
interface Shown {
  view: View;
  texts: Record<string, unknown>;
  by: number | null;
  told: number;
}

/** Frames hold what changed; a table is drawn from whole views. */
function whole(frames: Frame[]): Shown[] {
  let view = { legal: [], may: [] } as unknown as View;
  let texts: Record<string, unknown> = {};
  let told = 0;
  return frames.map(({ by, events, cells, texts: words, ...rest }) => {
    view = { ...view, ...rest, cells: { ...view.cells, ...cells } };
    texts = words ?? texts;
    told += events.length;
    return { view, texts, by, told };
  });
}

export class ReplayRoom implements Room {
  readonly online = true;
  readonly waiting = false;
  readonly now = 0;
  readonly clocks: Deadline[] = [];
  readonly news = [];
  /** Events that the story does not tell. */
  passing: string[] = [];
  mover: Mover | null = null;
  signalled = null;
  explaining: string | null = $state(null);
  gameWords: GameWords = $state.raw(new GameWords({}));
  /** The frame that is drawn, from 0. */
  frame = $state(0);
  playing = $state(false);
  pace: number = $state(1);
  #replay: Replay = $state.raw({
    game: '',
    version: 0,
    players: 0,
    options: {},
    people: [],
    practice: false,
    deal: null,
    frames: [],
    story: [],
  });
  #shown: Shown[] = $state.raw([]);
  #story: Told[] = [];
  #before: View | null = $state.raw(null);
  #moving = $state(false);
  /** Moves with everything that ends what is being shown. */
  #turn = 0;

  constructor(replay: Replay) {
    this.load(replay);
  }

  /** The same match seen with other eyes: the position stays. */
  load(replay: Replay): void {
    this.#replay = replay;
    this.#shown = whole(replay.frames);
    this.#story = replay.frames.flatMap((frame) => frame.events);
    this.frame = Math.min(this.frame, this.last);
  }

  // -- what the table reads ------------------------------------------------------------------------------------------

  get last(): number {
    return this.#shown.length - 1;
  }
  get shown(): Shown {
    return this.#shown[this.frame]!;
  }
  get view(): View {
    return this.shown.view;
  }
  get screen(): Room['screen'] {
    return this.view.seat === null ? 'watch' : 'hand';
  }
  get seat(): number | null {
    return this.view.seat;
  }
  get before(): View | null {
    return this.#before;
  }
  get moving(): boolean {
    return this.#moving;
  }
  get story(): Told[] {
    return this.#story.slice(0, this.shown.told);
  }
  /** What the frame that is drawn brought. */
  get fresh(): Told[] {
    return this.brought(this.frame);
  }
  /** What some frame brought. */
  brought(frame: number): Told[] {
    return this.#story.slice(this.#shown[frame - 1]?.told ?? 0, this.#shown[frame]?.told ?? 0);
  }
  get texts(): Record<string, unknown> {
    return this.shown.texts;
  }
  get words() {
    return this.gameWords.say;
  }
  /** The match whose deal was played again in this one. */
  get deal(): Deal | null {
    return this.#replay.deal;
  }

  get people(): Person[] {
    return this.#replay.people.map((one, seat) => personWith({ person: seat + 1, ...one, seat }));
  }
  get me(): Person | null {
    return this.seat === null ? null : (this.at(this.seat) ?? null);
  }
  get table(): Table {
    const { game, version, options, practice } = this.#replay;
    const status = this.view.over ? 'over' : 'playing';
    return tableWith({ game, version, status, options, practice, people: this.people });
  }

  at(seat: number): Person | undefined {
    return this.people[seat];
  }
  name(seat: number): string {
    return this.at(seat)?.name ?? `${seat + 1}`;
  }
  parts(event: Told): Part[] {
    return this.gameWords.tell(
      event,
      this.seat,
      this.people.map((person) => person.name),
    );
  }
  lines(events: Told[]): Part[][] {
    const told = events.filter((event) => !this.passing.includes(event.event));
    return this.gameWords.story(
      told,
      this.seat,
      this.people.map((person) => person.name),
    );
  }
  tell(event: Told): string {
    return asText(this.parts(event));
  }
  label(action: Action): string {
    return this.gameWords.label(
      action,
      this.people.map((person) => person.name),
    );
  }

  // Nobody is asked here, so nothing comes of what a table might send.
  play(): Promise<Answer> {
    return Promise.resolve(null);
  }
  plan(): Promise<Plan> {
    return Promise.resolve({ legal: [], chance: false });
  }
  why(): Promise<string> {
    return Promise.resolve('');
  }
  explain(way: string): void {
    this.explaining = way;
  }
  signal(): void {
    /* nobody listens */
  }
  tune(): Promise<null> {
    return Promise.resolve(null);
  }
  show(): Promise<Answer> {
    return Promise.resolve(null);
  }

  // -- going through it ----------------------------------------------------------------------------------------------

  /** The first frame of each part of the match, and what that part is called. */
  sections(sub: ((view: View, words: ReplayRoom['words']) => string) | undefined): { frame: number; name: string }[] {
    const found: { frame: number; name: string }[] = [];
    this.#shown.forEach(({ view }, frame) => {
      const name = sub?.(view, this.words) ?? '';
      if (name && found.at(-1)?.name !== name) found.push({ frame, name });
    });
    return found;
  }

  /** Before whoever's eyes these are plays first, of the frames from one up to another; null where they do not. */
  yours(from: number, to: number): number | null {
    const seat = this.seat;
    const at = seat === null ? -1 : this.#shown.findIndex(({ by }, frame) => frame > from && frame <= to && by === seat);
    return at < 0 ? null : at - 1;
  }

  /** Draws a frame at once, whatever was being shown. */
  jump(to: number): void {
    this.#stop();
    this.frame = Math.max(0, Math.min(this.last, to));
  }

  /** To where the turn begins that the frame before belongs to, or where the next one does. */
  turn(way: 1 | -1): void {
    let to = this.frame + way;
    while (to > 0 && to < this.last && this.#shown[to]!.by === this.#shown[to - 1]!.by) to += way;
    this.jump(to);
  }

  /** Shows the next frame as the table showed it. */
  async step(): Promise<void> {
    if (this.frame >= this.last) return;
    const turn = (this.#turn += 1);
    const from = this.frame;
    const before = this.view;
    const after = this.#shown[from + 1]!.view;
    const events = this.#story.slice(this.shown.told, this.#shown[from + 1]!.told);
    const show = async (): Promise<void> => {
      if (turn === this.#turn && this.frame === from) this.frame = from + 1;
      await tick();
    };
    if (!this.mover || !events.length) return show();
    this.#before = before;
    this.#moving = true;
    setTempo(1 / this.pace);
    try {
      await this.mover(before, after, events, show);
    } finally {
      await show();
      if (turn === this.#turn) this.#rest();
    }
  }

  /** Plays on until the end, or until it is stopped. */
  async run(): Promise<void> {
    this.playing = true;
    while (this.playing && this.frame < this.last) {
      await this.step();
      if (!this.playing) return;
      await new Promise((done) => setTimeout(done, (this.fresh.length ? SEEN : SEEN * WATCHED) / this.pace));
    }
    this.playing = false;
  }

  pause(): void {
    this.playing = false;
  }

  #stop(): void {
    this.playing = false;
    this.#turn += 1;
    hasten();
    this.#rest();
  }

  #rest(): void {
    setTempo(1);
    this.#moving = false;
    this.#before = null;
  }
}
