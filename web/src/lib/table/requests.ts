/*
 * What this page asks the table: each request under an id of its own, sent again until it is answered, so that it is done
 * once.
 */

import { COMMON, SECRET, type Requests, type ServerMessage } from '../wire.ts';

/** Pauses before a request that came too fast is sent again, in ms: each time twice the last. */
const HURRIED = { first: 250, longest: 4_000 };

export type Reply = Extract<ServerMessage, { id: string | null }>;
/** A request of the protocol, without its id. */
export type Asked = { [K in keyof Requests]: { type: K } & Requests[K] }[keyof Requests];

interface Request {
  message: { type: string; id: string };
  /** In ms: before it is sent again, should it have come too fast. */
  pause: number;
  done(reply: Reply): void;
}

/** Random enough to be unique for a person; `crypto.randomUUID` is missing on plain http. */
function stamp(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * What a seat plays is brought to a common length: whoever counts the bytes of an encrypted line shall not read a play
 * from them.
 */
function evened<T extends { type: string }>(message: T): T {
  if (!SECRET.includes(message.type)) return message;
  const length = new TextEncoder().encode(JSON.stringify({ ...message, pad: '' })).length;
  return { ...message, pad: ' '.repeat(Math.ceil(length / COMMON) * COMMON - length) };
}

export class Asking {
  #send: (message: object) => void;
  #open = new Map<string, Request>();
  #prefix = stamp();
  #count = 0;

  constructor(send: (message: object) => void) {
    this.#send = send;
  }

  id(): string {
    return `${this.#prefix}-${(this.#count += 1)}`;
  }

  /** Sends a request; resolves to what the server answers to it, however often the line breaks meanwhile. */
  ask(message: Asked): Promise<Reply> {
    const id = this.id();
    return new Promise<Reply>((resolve) => {
      const request = { message: evened({ ...message, id }), pause: HURRIED.first, done: resolve };
      this.#open.set(id, request);
      this.#send(request.message);
    });
  }

  /** Sends what is not answered yet once more: there is a new line. */
  again(): void {
    for (const request of this.#open.values()) this.#send(request.message);
  }

  /** Takes an answer; false where it answers nothing that was asked. */
  answered(reply: Reply): boolean {
    const request = this.#open.get(reply.id ?? '');
    if (!request) return false;
    if (reply.type === 'refused' && reply.code === 'too_fast') this.#later(request);
    else {
      this.#open.delete(request.message.id);
      request.done(reply);
    }
    return true;
  }

  /** What came too fast was not acted on: it is sent again, under the same id, so that it is done once. */
  #later(request: Request): void {
    const { message, pause } = request;
    request.pause = Math.min(pause * 2, HURRIED.longest);
    setTimeout(() => this.#open.has(message.id) && this.#send(message), pause);
  }
}
