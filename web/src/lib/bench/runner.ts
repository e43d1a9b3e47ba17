/* A worker in which the game on the bench runs. One that does not answer for some seconds is ended: its rules may never end. */

import { files, tab } from '../base.ts';
import type { FromWorker, ToWorker } from '../tab/messages.ts';

/** So long may rules be silent, in ms. */
const SILENCE = 10_000;
const LOOK = 1_000;

/** What was asked of a worker that was ended before it answered. */
export class Ended extends Error {}

/** What the kit refuses, in its words. */
export class Wrong extends Error {}

/** What is wrong, where one would look for it; line 0: nowhere in particular. */
export interface Fault {
  file: string;
  line: number;
  what: string;
  more: string;
}

/** A fault of the rules while something was asked of them. */
export class Faulty extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.what);
    this.fault = fault;
  }
}

interface Asked {
  done: (found: unknown) => void;
  failed: (error: Error) => void;
  told: (part: unknown) => void;
}

export class Runner {
  readonly #worker: Worker;
  readonly #asked = new Map<number, Asked>();
  readonly #timer: ReturnType<typeof setInterval>;
  #count = 0;
  #heard = performance.now();
  #looked = performance.now();
  /** Python is there. */
  lit = false;
  #over = false;
  /** What it says of the table's page, and of how far it has been lit. */
  hears: (message: FromWorker) => void = () => {};
  /** It was ended for want of an answer. */
  ended: () => void = () => {};

  constructor() {
    this.#worker = new Worker(new URL('../../tab/worker.ts', import.meta.url), { type: 'module', name: 'bench' });
    this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#hear(data);
    this.say({ kind: 'bench', files, edition: tab?.edition ?? '' });
    this.#timer = setInterval(() => this.#look(), LOOK);
  }

  say(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  /** Asks the bench something. Rejects with Ended, Wrong, Faulty. */
  ask<T>(what: string, given: unknown = {}, told: (part: unknown) => void = () => {}): Promise<T> {
    if (this.#over) return Promise.reject(new Ended());
    const id = ++this.#count;
    return new Promise((done, failed) => {
      if (!this.#asked.size) this.#heard = performance.now();
      this.#asked.set(id, { done: done as (found: unknown) => void, failed, told });
      this.say({ kind: 'do', id, what, given: JSON.stringify(given) });
    });
  }

  #hear(message: FromWorker): void {
    this.#heard = performance.now();
    if (message.kind === 'light' && message.state === 'lit') this.lit = true;
    if (message.kind === 'on the way') this.#asked.get(message.id)?.told(JSON.parse(message.text));
    else if (message.kind === 'did') this.#did(message.id, message.text);
    else if (message.kind !== 'beat') this.hears(message);
  }

  #did(id: number, text: string): void {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    const found = JSON.parse(text) as { done?: unknown; wrong?: string; fault?: Fault };
    if (found.fault) asked?.failed(new Faulty(found.fault));
    else if (found.wrong !== undefined) asked?.failed(new Wrong(found.wrong));
    else asked?.done(found.done);
  }

  #look(): void {
    const now = performance.now();
    // A device that slept, or a page that was put aside, heard nothing either.
    if (now - this.#looked > 5 * LOOK || document.hidden || !this.lit) this.#heard = now;
    this.#looked = now;
    if (now - this.#heard > SILENCE) {
      this.end();
      this.ended();
    } else this.say({ kind: 'ping' });
  }

  end(): void {
    if (this.#over) return;
    this.#over = true;
    clearInterval(this.#timer);
    this.#worker.terminate();
    for (const { failed } of this.#asked.values()) failed(new Ended());
    this.#asked.clear();
  }
}
