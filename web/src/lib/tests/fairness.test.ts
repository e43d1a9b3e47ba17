import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { check, drawn, seedOf } from '../end/fairness.ts';
import type { Draws } from '../wire.ts';
import { partOf, shake } from '../end/shakes.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const secret = '5e'.repeat(32);
const opened: Draws = {
  seal: hash(secret),
  secret,
  match: 'maple-otter-174/1',
  parts: ['a1'.repeat(32), null],
  deal: null,
  draws: [],
};
const made = [150, 149, 52, 2, 1].map((below, number) => ({ below, drawn: drawn(seedOf(opened), number, below) }));
opened.draws = made;

beforeEach(() => localStorage.clear());

test('seed and draws are those that the room computes', () => {
  const seed = hash(['parlour-draws-1', secret, 'maple-otter-174/1', 'a1'.repeat(32), '-'].join('\n'));
  expect(seedOf(opened)).toBe(seed);
  expect(drawn(seed, 3, 52)).toBe(Number(BigInt(`0x${hash(`${seed}\n3\n0`)}`) % 52n));
});

test('digests beyond the last whole run are thrown away', () => {
  const half = 2 ** 255 + 2 ** 210; // a double holds it exactly
  const seed = seedOf(opened);
  const first = (i: number): number => Number(BigInt(`0x${hash(`${seed}\n${i}\n0`)}`) % BigInt(half));
  const numbers = Array.from({ length: 40 }, (_, i) => drawn(seed, i, half) === first(i));
  expect(numbers.filter(Boolean).length).toBeGreaterThan(5);
  expect(numbers.filter(Boolean).length).toBeLessThan(35);
});

test('a match that is as it had to be', () => {
  expect(check(opened, { seat: 0, part: 'a1'.repeat(32) })).toEqual({
    sealed: true,
    right: 5,
    known: 0,
    wrong: null,
    mine: true,
  });
  expect(check(opened, null).mine).toBeNull();
});

test('what does not fit is named', () => {
  const draws = made.map((one, i) => (i === 2 ? { ...one, drawn: (one.drawn + 1) % one.below } : one));
  expect(check({ ...opened, draws }, null)).toMatchObject({ wrong: 3, right: 2 });
  expect(check({ ...opened, seal: hash('another') }, null).sealed).toBe(false);
  expect(check(opened, { seat: 0, part: 'b2'.repeat(32) }).mine).toBe(false);
});

test('what was dealt again was not drawn, and keeps its number', () => {
  const draws = made.map((one, i) => (i < 2 ? { ...one, drawn: null } : one));
  expect(check({ ...opened, draws }, null)).toMatchObject({ right: 3, known: 2, wrong: null });
});

test('a page adds the same to the same seal, and forgets the oldest', () => {
  const part = shake('first');
  expect(part).toMatch(/^[0-9a-f]{64}$/);
  expect(shake('first')).toBe(part);
  expect(partOf('first')).toBe(part);
  for (let i = 0; i < 60; i += 1) shake(`seal ${i}`);
  expect(partOf('first')).toBeNull();
  expect(partOf('seal 0')).not.toBeNull();
});
