import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Household, LOOK } from '../people/household.svelte.ts';
import { patienceWith } from '../table/patience.svelte.ts';
import { TableRoom } from '../table/room.svelte.ts';
import { chairAt, keepChair } from '../store.ts';
import HandOver from '../people/HandOver.svelte';
import People from '../people/People.svelte';
import { GameWords } from '../words.svelte.ts';
import type { Status, Told } from '../wire.ts';
import { FakeSocket, install, table, view, welcome } from './fake-server.ts';

const WORD = 'maple-otter-17';
const moved = (seat: number): Told => ({ event: 'moved', seat });
const settle = async (): Promise<void> => {
  flushSync();
  await vi.advanceTimersByTimeAsync(50);
  flushSync();
};

let household: Household;
let lines: FakeSocket[];

/** A step, as both hear it. */
async function step(seq: number, asked: number[], events: Told[] = [], more: object = {}): Promise<void> {
  for (const [seat, line] of lines.entries()) line.tell(view(seq, seq - events.length, events, { seat, asked, ...more }));
  await settle();
}

async function status(now: Status, more: object = {}): Promise<void> {
  for (const line of lines) line.tell({ type: 'table', table: { ...table(now).table, ...more } });
  await settle();
}

const holder = (): string | undefined => (household.covered ? undefined : household.front.me?.name);

beforeEach(async () => {
  vi.useFakeTimers();
  install();
  localStorage.clear();
  for (const person of [0, 1]) keepChair({ table: WORD, game: 'toy', person, token: `secret-${person}` });
  household = new Household(
    new TableRoom(WORD, 'hand', 'ws://test'),
    [0, 1],
    (person) => new TableRoom(WORD, 'hand', 'ws://test', person),
  );
  lines = FakeSocket.all;
  for (const [person, line] of lines.entries()) {
    line.accept();
    line.tell({ ...welcome, person });
  }
  for (const room of household.rooms)
    room.gameWords = new GameWords({ events: { moved: { you: 'You moved', other: '{name} moved' } } });
  await status('lobby');
});
afterEach(() => {
  household.leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('people who share a device', () => {
  it('each have a line under a token of their own', () => {
    expect(lines.map((line) => line.sent[0]!['token'])).toEqual(['secret-0', 'secret-1']);
    expect(household.covered).toBe(false);
    expect(lines[1]!.last('ready')).toMatchObject({ ready: true }); // nobody else could say it for her
    expect(lines[0]!.last('ready')).toBeUndefined();
  });

  it('see nothing of the table until one of them says who they are, also when the page comes anew', async () => {
    await status('playing');
    await step(0, [0]);
    expect(holder()).toBeUndefined();
    household.take(household.next!);
    expect(holder()).toBe('Ada');
  });

  it('are asked one after another what all are asked at once', async () => {
    await status('playing');
    await step(0, [0, 1]);
    expect(household.next?.me?.name).toBe('Ada');
    household.take(household.next!);
    await vi.advanceTimersByTimeAsync(3 * LOOK);
    expect(holder()).toBe('Ada');
    await step(1, [1], [moved(0)]);
    expect(holder()).toBe('Ada'); // she looks what came of it
    await vi.advanceTimersByTimeAsync(LOOK);
    expect(holder()).toBeUndefined();
    expect([household.last?.me?.name, household.next?.me?.name]).toEqual(['Ada', 'Noor']);
  });

  it('keep the device while another person of the table is asked, and are told what they missed', async () => {
    await status('playing');
    await step(0, [0]);
    household.take(household.next!);
    await settle();
    await step(1, [2], [moved(0)]);
    await vi.advanceTimersByTimeAsync(3 * LOOK);
    expect(holder()).toBe('Ada');
    await step(2, [1], [moved(2)]);
    await vi.advanceTimersByTimeAsync(LOOK);
    expect(holder()).toBeUndefined();
    household.take(household.next!);
    await settle();
    expect([household.front.me?.name, household.front.missed, household.front.aloud.text]).toEqual([
      'Noor',
      2,
      'You missed 2 moves. It is your turn',
    ]);
    expect(chairAt(WORD, 1)?.seen).toEqual({ match: 1, events: 2 });
    await step(3, [0], [moved(1)]);
    expect(chairAt(WORD, 0)?.seen).toEqual({ match: 1, events: 2 }); // Ada has not seen it
  });

  it('may look at what is theirs while another is asked, and are not called away from it', async () => {
    await status('playing');
    await step(0, [1]);
    household.take(household.rooms[0]!);
    await vi.advanceTimersByTimeAsync(3 * LOOK);
    expect(holder()).toBe('Ada');
    household.handOver();
    expect(holder()).toBeUndefined();
  });

  it('are not called while something is open or being written', async () => {
    await status('playing');
    await step(0, [0]);
    household.take(household.next!);
    await settle();
    document.body.innerHTML = '<input value="so">';
    document.querySelector('input')!.focus();
    await step(1, [1], [moved(0)]);
    await vi.advanceTimersByTimeAsync(3 * LOOK);
    expect(holder()).toBe('Ada');
    document.body.innerHTML = '';
    await vi.advanceTimersByTimeAsync(LOOK);
    expect(holder()).toBeUndefined();
  });

  it('pass over whom a bot plays for', async () => {
    const { people } = table().table;
    await status('playing', { people: [{ ...people[0]!, covered: true }, people[1]!] });
    await step(0, [0, 1]);
    expect(household.next?.me?.name).toBe('Noor');
  });

  it('are not called slow by each other, who have the very device they wait for', async () => {
    const { people } = table().table;
    await status('playing', { people: [...people, { ...people[1]!, person: 2, name: 'Kim', seat: 2 }] });
    const since = Date.now() / 1000 - 600;
    const asked = async (...seats: number[]): Promise<void> => {
      for (const [seat, line] of lines.entries())
        line.tell({
          ...view(0, 0, [], { seat, asked: seats }),
          waits: seats.map((one) => ({ seat: one, since })),
          now: Date.now() / 1000,
        });
      await settle();
    };
    await asked(0, 1);
    expect(household.rooms.map((room) => patienceWith(room).slow)).toEqual([null, null]);
    await asked(0, 1, 2);
    expect(patienceWith(household.rooms[0]!).slow?.person.name).toBe('Kim');
  });

  it('agree together to what one of them agrees to', async () => {
    await status('playing', { proposal: { what: 'pause', by: 2, agreed: [2], until: 2000 } });
    expect(lines.map((line) => line.last('agree'))).toEqual([undefined, undefined]);
    await status('playing', { proposal: { what: 'pause', by: 2, agreed: [2, 0], until: 2000 } });
    expect(lines.map((line) => line.last('agree')?.['yes'])).toEqual([undefined, true]);
  });

  it('see and answer a question to all while the device is between two of them', async () => {
    await status('playing', { proposal: { what: 'pause', by: 2, agreed: [2], until: 2000 } });
    await step(0, [0]);
    expect(household.covered).toBe(true);
    render(HandOver, { household, felt: 'house' });
    await fireEvent.click(screen.getByRole('button', { name: 'Yes' }));
    expect(lines[0]!.last('agree')).toMatchObject({ yes: true });
    cleanup();
  });

  it('open the table on a television in the middle of a match', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"code": "TEAK", "until": 2000, "lan": []}', { status: 200 })));
    await status('playing');
    await step(0, [0]);
    render(People, { room: household.rooms[0]!, move: () => undefined });
    await fireEvent.click(screen.getByRole('button', { name: 'Show it on a television' }));
    await vi.waitFor(() => expect(screen.getByRole('img', { name: 'T E A K' })).toBeTruthy());
    cleanup();
  });

  it('are fewer when one takes her chair along, and what is on the page is nobody else’s', async () => {
    await status('playing');
    await step(0, [1]);
    household.take(household.next!);
    await settle();
    lines[1]!.tell({ type: 'closed', reason: 'moved' });
    await settle();
    expect(household.rooms.map((room) => room.chair)).toEqual([0]);
    expect(holder()).toBeUndefined();
    expect(chairAt(WORD, 1)).toBeNull();
  });

  it('see the end together, as the host', async () => {
    await status('playing');
    await step(0, [1]);
    household.take(household.next!);
    await settle();
    await step(1, [], [moved(1)], { over: true });
    await status('over');
    expect([household.covered, household.front.me?.name]).toEqual([false, 'Ada']);
  });
});
