/* A person who sits at a table whose server the test plays. */

import { tick } from 'svelte';
import { afterEach, beforeEach, vi } from 'vitest';
import { TableRoom } from '../table/room.svelte.ts';
import { keepChair } from '../store.ts';
import { GameWords } from '../words.svelte.ts';
import type { Told } from '../wire.ts';
import { FakeSocket, install, table, welcome } from './fake-server.ts';

export const turned = (value: number, seat = 1): Told => ({ event: 'turned', seat, value });

export const settle = async (): Promise<void> => {
  for (let i = 0; i < 40; i += 1) await tick();
};

/** The person whose page it is; `room` is what it shows, until the test is over. */
export const ada = { room: undefined as unknown as TableRoom };

/** Opens the page at another table, or as another screen. */
export function open(...at: ConstructorParameters<typeof TableRoom>): TableRoom {
  ada.room = new TableRoom(...at);
  return ada.room;
}

export function keep(): void {
  keepChair({ table: 'maple-otter-17', game: 'toy', person: 0, token: 'secret' });
}

export function sit(): FakeSocket {
  keep();
  open('maple-otter-17', 'hand', 'ws://test');
  ada.room.gameWords = new GameWords({
    events: { turned: { you: 'You turned {value}', other: '{name} turned {value}' } },
    reasons: { no: 'Because no.' },
  });
  const socket = FakeSocket.last;
  socket.accept();
  socket.tell(welcome);
  socket.tell(table());
  return socket;
}

/** Each test has its own clock and server. */
export function atTheTable(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    install();
  });
  afterEach(() => {
    ada.room.leave();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}
