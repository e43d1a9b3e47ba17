import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { figuresOf, measure } from '../past/figures.ts';
import { empty, learn, past, refresh, remember, seatAt, type Past } from '../past/past.ts';
import { length, rounded, when } from '../past/said.ts';
import { forgetChair, keepChair } from '../store.ts';
import type { Finished } from '../wire.ts';

const WORD = 'maple-otter-17';
type Seat = [person: number, score: number, rank: number];

/** A match that ended in minute `n`, after ten. */
function finished(n: number, seats: Seat[], lowest_wins = true): Finished {
  const people = seats.map(([person, score, rank]) => ({ person, name: `P${person}`, avatar: 'fox', bot: null, score, rank }));
  return { match: n, game: 'skyjo', begun: (n - 10) * 60, ended: n * 60, lowest_wins, people };
}
const played = (n: number, score: number, rank: number, lowest_wins = true): Past => ({
  ...finished(
    n,
    [
      [1, score, rank],
      [2, 40, rank === 1 ? 2 : 1],
    ],
    lowest_wins,
  ),
  ...{ table: WORD, person: 1 },
});
const sit = (table: string, person: number, more: object = {}): void =>
  keepChair({ table, game: 'skyjo', person, token: 'secret', ...more });
let tables: Record<string, Finished[] | string> = {};
let asked: string[] = [];

beforeEach(() => {
  localStorage.clear();
  [tables, asked] = [{}, []];
  vi.stubGlobal('fetch', (path: string) => {
    const table = path.split('/')[3]!;
    asked.push(table);
    const told = tables[table] ?? 'unknown_table';
    return Promise.resolve(
      typeof told === 'string'
        ? new Response(JSON.stringify({ code: told, message: '' }), { status: 404 })
        : new Response(JSON.stringify(told)),
    );
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('whose seat was this device’s at a finished match', () => {
  const seats: Seat[] = [
    [7, 9, 1],
    [3, 12, 2],
    [1, 20, 3],
  ];

  it('is told by the chair it holds, whatever its person is called now', async () => {
    tables[WORD] = [finished(20, seats), finished(30, seats.slice(0, 2))];
    expect(await seatAt(WORD, 20)).toBe(-1); // nobody of this device sat there, and nothing is asked
    expect(asked).toEqual([]);
    sit(WORD, 3, { other: true });
    expect(await seatAt(WORD, 20)).toBe(1);
    sit(WORD, 1);
    expect(await seatAt(WORD, 20)).toBe(2); // of two who share the device, the one whose it is
    expect(await seatAt(WORD, 30)).toBe(1); // who did not play this one
    expect(await seatAt(WORD, 40)).toBe(-1);
  });

  it('is remembered when the chair is given up', async () => {
    sit(WORD, 1);
    learn(WORD, [finished(20, seats)]);
    forgetChair(WORD);
    expect(await seatAt(WORD, 20)).toBe(2);
    expect(asked).toEqual([]);
  });
});

describe('what a device knows of finished matches', () => {
  it('is what its tables tell of its own people, and is told anew', async () => {
    sit(WORD, 1);
    tables[WORD] = [
      finished(30, [
        [2, 9, 1],
        [3, 12, 2],
      ]),
      finished(20, [
        [1, 51, 2],
        [2, 23, 1],
      ]),
    ];
    await remember(WORD);
    expect(past().map(({ match, person, table }) => [match, person, table])).toEqual([[20, 1, WORD]]);
    tables[WORD] = [
      finished(40, [
        [1, 3, 1],
        [2, 23, 2],
      ]),
      {
        ...finished(20, [
          [1, 51, 2],
          [2, 23, 1],
        ]),
        game: 'keys',
      },
    ];
    await remember(WORD);
    expect(past().map(({ match, game }) => [match, game])).toEqual([
      [40, 'skyjo'],
      [20, 'keys'],
    ]);
  });

  it('tells guests on this device from its own person', () => {
    sit(WORD, 1);
    sit(WORD, 2, { other: true });
    learn(WORD, [
      finished(20, [
        [1, 51, 2],
        [2, 23, 1],
      ]),
    ]);
    expect(past().map(({ person, other }) => [person, other])).toEqual([
      [1, undefined],
      [2, true],
    ]);
  });

  it('outlives the table, which is asked no more', async () => {
    sit(WORD, 1);
    tables[WORD] = [
      finished(20, [
        [1, 51, 2],
        [2, 23, 1],
      ]),
    ];
    await remember(WORD);
    forgetChair(WORD);
    delete tables[WORD];
    await refresh(() => undefined);
    expect(past().map(({ match, gone }) => [match, gone])).toEqual([[20, true]]);
    asked = [];
    await refresh(() => undefined);
    expect(asked).toEqual([]);
  });

  it('stands as it is while the house does not answer, and no further table is asked', async () => {
    sit('first', 1);
    sit('second', 1);
    learn('first', [
      finished(20, [
        [1, 51, 2],
        [2, 23, 1],
      ]),
    ]);
    tables = { first: 'away', second: 'away' };
    await refresh(() => undefined);
    expect([past().length, past()[0]?.gone, asked.length]).toEqual([1, undefined, 1]);
  });

  it('is forgotten at a word, and does not come back from the tables', () => {
    vi.useFakeTimers({ now: 25 * 60_000 });
    sit(WORD, 1);
    const told = [
      finished(20, [
        [1, 51, 2],
        [2, 23, 1],
      ]),
    ];
    learn(WORD, told);
    empty();
    learn(WORD, [
      ...told,
      finished(30, [
        [1, 3, 1],
        [2, 4, 2],
      ]),
    ]);
    expect(past().map(({ match }) => match)).toEqual([30]);
    vi.useRealTimers();
  });
});

describe('figures', () => {
  it('are counted from the matches: won, best, mean, run, time', () => {
    const matches = [played(50, 20, 1), played(40, 30, 1), played(30, 60, 2), played(20, 10, 1), played(60, 55, 2)];
    expect(figuresOf(matches)).toEqual({ played: 5, won: 3, run: 2, best: 10, mean: 35, time: 3_000, since: 1_200 });
  });

  it('call that score the best which wins', () => {
    expect(figuresOf([played(20, 3, 1, false), played(30, 1, 2, false)]).best).toBe(3);
  });

  it('leave out the score of a match that was broken off, and a time that was not kept', () => {
    const off = {
      ...finished(20, [
        [1, 7, 0],
        [2, 3, 0],
      ]),
      begun: null,
      table: WORD,
      person: 1,
    };
    expect(figuresOf([off])).toEqual({ played: 1, won: 0, run: 0, best: null, mean: null, time: 0, since: 1_200 });
    expect(measure(off)).toBeNull();
    expect(figuresOf([off, played(30, 40, 1)])).toMatchObject({ played: 2, best: 40, mean: 40, time: 600 });
  });

  it('measure a match by who won, or by the best of those who did not', () => {
    const as = (person: number) =>
      measure({
        ...finished(20, [
          [1, 51, 3],
          [2, 23, 1],
          [3, 30, 2],
        ]),
        table: WORD,
        person,
      });
    expect([as(1)?.how, as(1)?.other.person]).toEqual(['behind', 2]);
    expect([as(2)?.how, as(2)?.other.person]).toEqual(['ahead', 3]);
    const level = measure({
      ...finished(20, [
        [1, 5, 1],
        [2, 5, 1],
      ]),
      table: WORD,
      person: 1,
    });
    expect(level?.how).toBe('level');
  });
});

describe('times and means', () => {
  it('are said as one speaks', () => {
    const now = new Date(2026, 10, 29, 20);
    const at = (...date: [number, number, number, number]) => when(new Date(...date).getTime() / 1000, now);
    expect(at(2026, 10, 29, 9)).toMatch(/^today, 9:00|^today, 09:00/);
    expect(at(2026, 10, 26, 9)).toContain('Thursday');
    expect(at(2026, 9, 2, 9)).toMatch(/October/);
    expect(at(2025, 9, 2, 9)).toMatch(/2025/);
    expect([length(20), length(3_600), length(61_200)]).toEqual(['1 minute', '60 minutes', '17 hours']);
    expect([rounded(1.44), rounded(51.6), rounded(-2.5)]).toEqual(['1.4', '52', '−2.5']);
  });
});
