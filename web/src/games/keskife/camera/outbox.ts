/* What waits to be signalled. The room passes on a dozen signals a second, so notes to one page travel together. */

import type { Note } from './peer.ts';

/** What a page shows at the moment. */
export interface Shows {
  video: boolean;
  audio: boolean;
}

/**
 * `here`: a page and what it shows, numbered as it is `said`. Without `to` it asks everybody to answer, with `ask` one
 * page. To one page it says, too, what it `heard` that one show, the number of the `line` between them as far as it knows,
 * and whether that is `lost`. `notes`: see peer.ts; they belong to one line. `bye`: the page goes.
 */
export type Signal =
  | { camera: 'here'; page: string; said: number; shows: Shows }
  | {
      camera: 'here';
      page: string;
      said: number;
      shows: Shows;
      to: string;
      heard: Shows;
      line: number;
      ask: boolean;
      lost: boolean;
    }
  | { camera: 'bye'; page: string }
  | { camera: 'notes'; page: string; to: string; line: number; notes: Note[] };
export type Here = Signal & { camera: 'here' };

/** Between two signals, in ms. */
const PAUSE = 100;
/** Characters of notes in one signal; the room takes 16 kB. */
const FULL = 10_000;

interface Letter {
  person: number;
  signal: Signal;
}

export class Outbox {
  readonly #send: (person: number, signal: Signal) => void;
  #letters: Letter[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #resting = false;

  constructor(send: (person: number, signal: Signal) => void) {
    this.#send = send;
  }

  put(person: number, signal: Signal): void {
    if (!this.#joined(person, signal)) this.#letters.push({ person, signal });
    if (!this.#resting) this.#next();
  }

  /** Forgets what waits: for one page, or all of it. */
  drop(page?: string): void {
    this.#letters = page === undefined ? [] : this.#letters.filter(({ signal }) => !('to' in signal) || signal.to !== page);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#resting = false;
    this.#letters = [];
  }

  /** Whether it went into a letter that waits already: notes into notes, and news of the same page over older news. */
  #joined(person: number, signal: Signal): boolean {
    const meant = (one: Signal) => JSON.stringify([one.camera, 'to' in one && one.to, one.camera === 'notes' && one.line]);
    const same = (letter: Letter): boolean => letter.person === person && meant(letter.signal) === meant(signal);
    const found = this.#letters.findLast(same);
    if (!found) return false;
    if (signal.camera === 'notes' && found.signal.camera === 'notes') {
      if (JSON.stringify(found.signal.notes).length + JSON.stringify(signal.notes).length > FULL) return false;
      found.signal = { ...signal, notes: [...found.signal.notes, ...signal.notes] };
    } else found.signal = signal;
    return true;
  }

  #next(): void {
    const letter = this.#letters.shift();
    this.#resting = letter !== undefined;
    if (!letter) return;
    this.#send(letter.person, letter.signal);
    this.#timer = setTimeout(() => this.#next(), PAUSE);
  }
}
