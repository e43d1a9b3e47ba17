/* The line to a table: a WebSocket that comes back by itself and says `hello` each time. */

import { line, type Talk } from '../carrier.ts';
import type { Hello, ServerMessage, Time } from '../wire.ts';

export type LineState = 'opening' | 'open' | 'lost';

export interface LineEvents {
  /** The first message on a new socket. */
  hello(): Hello;
  message(message: ServerMessage): void;
  state(state: LineState): void;
  /** Called after a socket that never opened; resolves to false when there is nothing to come back to. */
  worthTrying(): Promise<boolean>;
}

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 8_000;
const HEARTBEAT = 20_000;
const ANSWER_WITHIN = 8_000;
const ANSWER_ON_WAKE_WITHIN = 3_000; // a page that slept often holds a line that is dead, and the person looks at it now

export class Line {
  readonly #url: string;
  readonly #on: LineEvents;
  #socket: Talk | null = null;
  #pause = FIRST_PAUSE;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  /** When the next attempt is made, in ms since 1970; null while there is a socket. */
  retryAt: number | null = null;

  constructor(url: string, on: LineEvents) {
    this.#url = url;
    this.#on = on;
    addEventListener('online', this.#now);
    document.addEventListener('visibilitychange', this.#seen);
    this.#open();
  }

  get open(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  send(message: object): void {
    if (this.open) this.#socket!.send(JSON.stringify(message));
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#beat);
    removeEventListener('online', this.#now);
    document.removeEventListener('visibilitychange', this.#seen);
    this.#socket?.close();
  }

  /** Tries again at once. */
  retry(): void {
    this.#now();
  }

  readonly #now = (): void => {
    if (this.#closed || this.#socket) return;
    this.#pause = FIRST_PAUSE;
    this.#open();
  };

  readonly #seen = (): void => {
    if (document.visibilityState !== 'visible') return;
    if (this.open) this.#ask(ANSWER_ON_WAKE_WITHIN);
    else this.#now();
  };

  #open(): void {
    clearTimeout(this.#retry);
    this.retryAt = null;
    const socket = line(this.#url);
    let opened = false;
    this.#socket = socket;
    this.#on.state('opening');
    this.#expect();
    socket.onopen = () => {
      opened = true;
      this.#pause = FIRST_PAUSE;
      socket.send(JSON.stringify(this.#on.hello()));
      this.#on.state('open');
      this.#expect();
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket !== this.#socket) return;
      this.#listen();
      this.#on.message(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = () => {
      if (socket === this.#socket) void this.#lost(opened);
    };
  }

  /** A silent line may be a dead one: after a while ask the time, and hang up when no answer comes. */
  #listen(): void {
    clearTimeout(this.#beat);
    this.#beat = setTimeout(() => this.#ask(), HEARTBEAT);
  }

  #ask(within = ANSWER_WITHIN): void {
    clearTimeout(this.#beat);
    this.send({ type: 'time', sent: Date.now() / 1000 } satisfies Time);
    this.#expect(within);
  }

  /** Something is due: a line that does not open or stays silent is hung up, for a browser waits for minutes. */
  #expect(within = ANSWER_WITHIN): void {
    clearTimeout(this.#beat);
    const socket = this.#socket;
    this.#beat = setTimeout(() => {
      if (socket !== this.#socket || !socket) return;
      const opened = this.open;
      socket.onclose = null;
      socket.close();
      void this.#lost(opened);
    }, within);
  }

  async #lost(opened: boolean): Promise<void> {
    clearTimeout(this.#beat);
    this.#socket = null;
    if (this.#closed) return;
    const pause = this.#pause * (0.7 + Math.random() * 0.6);
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
    this.retryAt = Date.now() + pause;
    this.#on.state('lost');
    if (!opened && !(await this.#on.worthTrying())) return this.close();
    if (this.#closed || this.#socket) return;
    this.#retry = setTimeout(() => this.#open(), Math.max(0, (this.retryAt ?? 0) - Date.now()));
  }
}
