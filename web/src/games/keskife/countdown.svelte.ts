/* The clock that runs for everybody, by the server's time. */

import { untrack } from 'svelte';
import type { Room } from '$lib/game.ts';

export class Countdown {
  readonly #room: () => Room;
  #from = { ends: 0, seconds: 1 };
  /** When it ends, in seconds since 1970; null where none runs. */
  readonly ends = $derived.by(() => this.#room().clocks.find(({ seat }) => seat === 'clock')?.ends ?? null);
  readonly seconds = $derived.by(() => (this.ends === null ? null : Math.max(0, this.ends - this.#room().now)));
  /** What is left of it, from 1 to 0, as far as this page has seen it run. */
  readonly left = $derived.by(() => {
    if (this.ends === null || this.seconds === null) return null;
    if (this.#from.ends !== this.ends) this.#from = { ends: this.ends, seconds: Math.max(this.seconds, 0.001) };
    return Math.min(1, this.seconds / this.#from.seconds);
  });

  constructor(room: () => Room) {
    this.#room = room;
  }

  /** Calls back `before` seconds before the end, in an effect; gives what calls it off. */
  at(before: number, then: () => void): (() => void) | undefined {
    const ends = this.ends;
    if (ends === null) return undefined;
    const timer = setTimeout(then, Math.max(0, (ends - before - untrack(() => this.#room().now)) * 1000));
    return () => clearTimeout(timer);
  }
}
