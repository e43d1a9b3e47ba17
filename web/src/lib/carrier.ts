/* What carries requests and messages to the house: the network or, where the room is in this browser, a worker of the page. */

import { base } from './base.ts';

/** A line to a table: of a WebSocket what is used here. */
export interface Talk {
  readonly readyState: number;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent<string>) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface Carrier {
  /** Asks for a path of the protocol; rejects when nobody answers. */
  ask(path: string, init: RequestInit): Promise<Response>;
  /** Opens a line to the address of a table's socket. */
  line(url: string): Talk;
}

const network: Carrier = {
  ask: (path, init) => fetch(base + path, init),
  line: (url) => new WebSocket(url),
};

let carrier = network;

/** From now on everything is carried by this. */
export const carryBy = (other: Carrier): void => void (carrier = other);

export const ask = (path: string, init: RequestInit): Promise<Response> => carrier.ask(path, init);
export const line = (url: string): Talk => carrier.line(url);
