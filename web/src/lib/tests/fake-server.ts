/* A server at the other end of a WebSocket, for tests. */

import { vi } from 'vitest';
import { personWith, tableWith } from '../table/blank.ts';
import type { Status, Told, View, ViewMessage } from '../wire.ts';

export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  static get last(): FakeSocket {
    return FakeSocket.all.at(-1)!;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.drop();
  }
  accept(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }
  tell(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  drop(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  last(type: string): Record<string, unknown> | undefined {
    return this.sent.findLast((message) => message['type'] === type);
  }
}

export function install(): void {
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { status: 200 })));
}

const person = (n: number, name: string) => personWith({ person: n, name, avatar: 'fox', seat: n, shook: true });

export const table = (status: Status = 'playing') => ({
  type: 'table',
  table: tableWith({
    ...{ table: 'maple-otter-17', game: 'toy', status, host: 0, seal: '9f3a41c70be2d658'.repeat(4) },
    people: [person(0, 'Ada'), person(1, 'Noor')],
  }),
});

export const welcome = { type: 'welcome', table: 'maple-otter-17', person: 0, now: 1000, version: '1' };

export function view(seq: number, heard: number, events: Told[], more: Partial<View> = {}, match = 1): ViewMessage {
  const whole: View = {
    ...{ game: 'toy', version: 1, seat: 0, players: 2, cells: { step: seq }, asked: [1], waiting: null, legal: [], may: [] },
    ...{ quiet: [], scores: [0, 0], progress: [], ranks: null, over: false },
    ...more,
  };
  return {
    type: 'view',
    match,
    taken: 0,
    seq,
    question: seq,
    view: whole,
    texts: {},
    heard,
    events,
    clocks: [],
    waits: [],
    now: 1000 + seq,
  };
}
