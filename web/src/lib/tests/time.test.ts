import { expect, it } from 'vitest';
import { timeOf } from '../felt/time.ts';
import type { Room } from '../game.ts';

const room = (per: 'turn' | 'match'): Room =>
  ({
    table: { clock: 360, per },
    now: 1_000,
    clocks: [{ seat: 0, ends: 1_184.2 }],
    banks: per === 'match' ? [{ seat: 1, left: 252 }] : [],
  }) as unknown as Room;

it('says minutes and seconds of everybody where there is one time for the match, also of who is not asked', () => {
  expect(timeOf(room('match'), 0, true)).toMatchObject({ bank: '3:05', seconds: null });
  expect(timeOf(room('match'), 0, true).left).toBeCloseTo(184.2 / 360);
  expect(timeOf(room('match'), 1, false)).toEqual({ left: null, seconds: null, bank: '4:12' });
  expect(timeOf(room('match'), 2, false), 'a bot has none').toEqual({ left: null, seconds: null, bank: null });
});

it('counts seconds of a turn, and of nobody else', () => {
  expect(timeOf(room('turn'), 0, true)).toMatchObject({ bank: null });
  expect(timeOf(room('turn'), 0, true).seconds).toBeCloseTo(184.2);
  expect(timeOf(room('turn'), 1, true)).toEqual({ left: 1, seconds: null, bank: null });
});
