/* A table for the gallery: a view, the people around it, and nobody at the other end of the line. */

import type { Answer, Mover, Plan, Room, Sample } from '../game.ts';
import { asText, type GameWords, type Part } from '../words.svelte.ts';
import type { Action, Deadline, Person, Table, Told, View } from '../wire.ts';
import { tableWith } from './blank.ts';

export class SampleRoom implements Room {
  readonly view: View;
  readonly people: Person[];
  readonly story: Told[];
  readonly before = null;
  readonly moving = false;
  readonly waiting = false;
  readonly online = true;
  readonly texts: Record<string, unknown>;
  readonly now = 0;
  readonly clocks: Deadline[];
  readonly waits = [];
  readonly screen: Room['screen'];
  mover: Mover | null = null;
  signalled = null;
  /** What was pressed last. */
  pressed = $state('');
  readonly #words: GameWords;

  constructor(sample: Sample, words: GameWords, screen?: Room['screen']) {
    this.view = sample.view;
    this.people = sample.people;
    this.story = sample.story ?? [];
    this.screen = screen ?? (sample.view.seat === null ? 'watch' : 'hand');
    this.texts = sample.texts ?? {};
    this.clocks = sample.clocks ?? sample.view.asked.map((seat) => ({ seat, ends: 37 }));
    this.#words = words;
  }

  get words() {
    return this.#words.say;
  }
  get seat(): number | null {
    return this.view.seat;
  }
  get me(): Person | null {
    return this.seat === null ? null : (this.at(this.seat) ?? null);
  }
  get table(): Table {
    const { game, version } = this.view;
    const seal = '9f3a41c70be2d658'.repeat(4);
    return tableWith({
      table: 'maple-otter-17',
      game,
      version,
      status: 'playing',
      clock: 60,
      host: 1,
      seal,
      people: this.people,
    });
  }

  at(seat: number): Person | undefined {
    return this.people.find((person) => person.seat === seat);
  }
  name(seat: number): string {
    return this.at(seat)?.name ?? '';
  }
  tell(event: Told): string {
    return asText(
      this.#words.tell(
        event,
        this.seat,
        this.people.map((person) => person.name),
      ),
    );
  }
  lines(events: Told[]): Part[][] {
    return this.#words.story(
      events,
      this.seat,
      this.people.map((person) => person.name),
    );
  }
  label(action: Action): string {
    return this.#words.label(
      action,
      this.people.map((person) => person.name),
    );
  }
  play(actions: Action | Action[]): Promise<Answer> {
    this.pressed = JSON.stringify(actions);
    return Promise.resolve(null);
  }
  plan(): Promise<Plan> {
    return Promise.resolve({ legal: this.view.legal, chance: false });
  }
  why(action: Action): Promise<string> {
    return Promise.resolve(`why not ${this.label(action)}`);
  }
  explain(way: string): void {
    this.pressed = way;
  }
  signal(): void {
    this.pressed = 'signal';
  }
  tune(): Promise<null> {
    return Promise.resolve(null);
  }
  show(): Promise<Answer> {
    return Promise.resolve(null);
  }
}
