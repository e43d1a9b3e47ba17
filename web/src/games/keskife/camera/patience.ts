/* Waiting for what may never come: each time twice as long up to a measure, and for some minutes only. */

/** How often something is tried again before it is given up, and the longest wait, in ms. */
const TRIES = 12;
const LONGEST = 30_000;

export class Patience {
  readonly #first: () => number;
  readonly #act: (tries: number) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tries = 0;

  /** `first` gives the shortest wait in ms; `act` is told how often it has been called since all was well. */
  constructor(first: () => number, act: (tries: number) => void) {
    this.#first = first;
    this.#act = act;
  }

  /** Begins to wait, unless it waits already or has given up. */
  wait(): void {
    if (this.#timer !== undefined || this.#tries === TRIES) return;
    this.#timer = setTimeout(() => this.#now(), Math.min(LONGEST, this.#first() * 2 ** this.#tries));
  }

  /** Somebody else has tried: waits anew. */
  tried(): void {
    this.#clear();
    this.#tries = Math.min(TRIES, this.#tries + 1);
    this.wait();
  }

  /** Acts at once where nothing has been tried yet. */
  hurry(): void {
    if (this.#tries === 0) this.#now();
  }

  /** All is well, or there is a new reason to hope. */
  rest(): void {
    this.#clear();
    this.#tries = 0;
  }

  #now(): void {
    this.#clear();
    this.#tries += 1;
    this.#act(this.#tries);
  }

  #clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
