/*
 * The big screens that ask for this person's picture, and which of them get it. None does by itself: the page that has the
 * camera must have been told so.
 */

import type { Room } from '$lib/game.ts';
import type { Someone } from './mesh.ts';

export class Screens {
  readonly #room: Room;
  /** On which this page's person wants to be seen, and which have had their answer. */
  #wanted: ReadonlySet<number> = $state.raw(new Set());
  #answered: ReadonlySet<number> = $state.raw(new Set());

  constructor(room: Room) {
    this.#room = room;
  }

  /** The numbers of those that are here. */
  get here(): number[] {
    return this.#room.table.televisions.filter(({ here }) => here).map(({ television }) => television);
  }

  /** Those to which the picture goes: wanted here, and known to the room. */
  get seen(): Someone[] {
    const me = this.#room.me?.person;
    const all = this.#room.table.televisions.filter(
      ({ television, shows }) => this.#wanted.has(television) && shows.some((one) => one === me),
    );
    return all.map(({ television, here }) => ({ person: -television, here }));
  }

  /** Those that are here and had no answer yet. */
  get asking(): number[] {
    return this.here.filter((number) => !this.#answered.has(number));
  }

  wants(number: number): boolean {
    return this.#wanted.has(number);
  }

  /** The person says whether they want to be seen there. A no holds at once, before the room has heard it. */
  async show(number: number, yes: boolean): Promise<void> {
    this.#answered = new Set([...this.#answered, number]);
    const had = this.#wanted.has(number);
    this.#want(number, yes);
    if (yes === had) return;
    const refused = await this.#room.show(number, yes);
    if (refused) this.#want(number, false);
  }

  /** There is no picture any more, and the next one is not theirs. */
  none(): void {
    for (const number of this.#wanted) void this.show(number, false);
  }

  #want(number: number, yes: boolean): void {
    this.#wanted = new Set([...this.#wanted].filter((one) => one !== number).concat(yes ? number : []));
  }
}
