/*
 * What is drawn, as against what is known: views wait in a queue, so that each step's motion ends before the next begins; where
 * too much is due the present position is drawn at once.
 */

import { tick } from 'svelte';
import { tempoOf, WATCHED, type Lengths } from './film.ts';
import type { Mover } from '../game.ts';
import { heardBy } from './missed.ts';
import { hasten, setTempo } from '../felt/motion.ts';
import type { Told, View, ViewMessage } from '../wire.ts';

/** Where steps are shown. */
interface Stage {
  /** Moves the pieces; null while no table is drawn. */
  readonly mover: Mover | null;
  /** How long the motions of this game's events take, in ms. */
  readonly lengths: Lengths;
  /** Nobody sees what is told here now. */
  readonly unseen: boolean;
}

/** A step that was drawn: from which view to which, and by which events. */
export interface Step {
  last: ViewMessage | null;
  next: ViewMessage;
  events: Told[];
  /** The story begins anew: it does not follow from what was drawn before. */
  fresh: boolean;
  /** Its events happened while nobody was here to see them. */
  missed: boolean;
}

/** Whether a view asks the seat whose it is. */
export const asksIts = ({ seat, asked }: View): boolean => seat !== null && asked.includes(seat);

export class Steps {
  #message: ViewMessage | null = $state.raw(null);
  #before: View | null = $state.raw(null);
  #story: Told[] = $state.raw([]);
  #moving = $state(false);
  #watching = $state(false);
  /** The line was lost, or the page slept, since the last view. */
  away = false;
  readonly #stage: Stage;
  readonly #drawn: (step: Step) => void;
  #queue: ViewMessage[] = [];
  #working = false;

  /** `drawn` is called after each step. */
  constructor(stage: Stage, drawn: (step: Step) => void) {
    this.#stage = stage;
    this.#drawn = drawn;
  }

  /** What is drawn now; null before the first view of a match. */
  get message(): ViewMessage | null {
    return this.#message;
  }

  /** What was drawn before the step that is being shown. */
  get before(): View | null {
    return this.#before;
  }

  get story(): Told[] {
    return this.#story;
  }

  get moving(): boolean {
    return this.#moving;
  }

  /** What was missed is being watched. */
  get watching(): boolean {
    return this.#watching;
  }

  /** The last view that is known. */
  get newest(): ViewMessage | null {
    return this.#queue.at(-1) ?? this.#message;
  }

  take(message: ViewMessage): void {
    this.#queue.push(message);
    if (this.#watching && asksIts(message.view)) this.hurry();
    void this.#work();
  }

  clear(): void {
    this.#queue = [];
    this.#message = null;
    this.#before = null;
    this.#story = [];
  }

  /** Ends what is being shown: the present position is drawn at once. */
  hurry(): void {
    if (this.#moving) hasten();
  }

  /** A table is drawn, and no step is being shown. */
  get idle(): boolean {
    return this.#message !== null && this.#stage.mover !== null && !this.#working;
  }

  /**
   * Shows the way from a view that was drawn before to the present one, where it is idle. The person's turn ends it, and
   * so does `hurry`.
   */
  async watch(from: ViewMessage): Promise<void> {
    const present = this.#message!;
    this.#working = this.#watching = true;
    this.#message = from;
    await tick();
    try {
      await this.#film(
        from,
        present,
        this.#story.slice(this.#story.length - (heardBy(present) - heardBy(from))),
        this.#story,
        WATCHED,
      );
    } finally {
      this.#working = this.#watching = false;
      void this.#work();
    }
  }

  async #work(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    try {
      for (let next = this.#queue.shift(); next; next = this.#queue.shift()) await this.#step(next);
    } finally {
      this.#working = false;
    }
  }

  async #step(next: ViewMessage): Promise<void> {
    const last = this.#message;
    const heard = last ? heardBy(last) : 0;
    const fresh = !last || last.match !== next.match || last.taken !== next.taken || next.heard > heard;
    const events = fresh ? [] : next.events.slice(heard - next.heard);
    const away = this.away;
    this.away = false;
    const due = {
      events: [...events, ...this.#queue.flatMap((message) => message.events)],
      asked: asksIts(this.newest?.view ?? next.view),
      away,
    };
    const tempo = fresh || !events.length || this.#stage.unseen ? 0 : tempoOf(due, this.#stage.lengths);
    const story = fresh ? next.events : [...this.#story, ...events];
    const filmed = tempo > 0 && this.#stage.mover !== null;
    if (filmed) await this.#film(last!, next, events, story, tempo);
    else await this.#show(next, story);
    this.#drawn({ last, next, events, fresh, missed: !filmed && events.length > 0 && (away || this.#stage.unseen) });
  }

  /** Shows steps by the table's mover, at this share of their full length. */
  async #film(before: ViewMessage, next: ViewMessage, events: Told[], story: Told[], tempo: number): Promise<void> {
    this.#before = before.view;
    this.#moving = true;
    setTempo(tempo);
    const show = (): Promise<void> => this.#show(next, story);
    try {
      await this.#stage.mover!(before.view, next.view, events, show);
    } finally {
      setTempo(1);
      await show();
      this.#moving = false;
      this.#before = null;
    }
  }

  async #show(next: ViewMessage, story: Told[]): Promise<void> {
    if (this.#message === next) return;
    this.#story = story;
    this.#message = next;
    await tick();
  }
}
