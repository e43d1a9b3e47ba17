import { expect, it } from 'vitest';
import type { Room, Say } from '$lib/game.ts';
import { set } from '$lib/settings/settings.svelte.ts';
import type { View, Way } from '$lib/wire.ts';
import { doneToMe, many } from './sentence.ts';
import { nearOf } from './ways.ts';

it('a number of things is said as the language counts: nothing is singular in French', () => {
  const forms = () => [0, 1, 2].map((n) => many('guards.count', n, ((key) => key.slice(key.lastIndexOf('.') + 1)) as Say));
  expect(forms()).toEqual(['other', 'one', 'other']);
  set('language', 'fr');
  expect(forms()).toEqual(['one', 'one', 'other']);
  set('language', 'en');
});

it('on one’s turn the slip says what was done to oneself, though others have played since', () => {
  const robbed = (seat: number, victim: number) => ({ event: 'robbed', seat, victim });
  const told = (...story: object[]) =>
    doneToMe({
      seat: 0,
      story,
      tell: (event: { seat: number; victim: number }) => `${event.seat} robs ${event.victim}`,
    } as unknown as Room);
  const turn = { event: 'turn', seat: 0 };
  expect(told(robbed(2, 0), { event: 'drew', seat: 0 }, robbed(1, 0), robbed(2, 3), { event: 'stored', seat: 2 }, turn)).toBe(
    '1 robs 0',
  );
  expect(told(robbed(1, 0), { event: 'drew', seat: 0 }, robbed(2, 3), { event: 'stored', seat: 2 })).toBe('2 robs 3');
});

it('a rival is spoken of who is known to need little more, and nobody else', () => {
  const near = (...progress: Way[][]) =>
    nearOf(
      { progress } as unknown as View,
      0,
      ((key, ...[values]) => `${key}${values ? JSON.stringify(Object.values(values)) : ''}`) as Say,
      (seat) => `seat ${seat}`,
    );
  const guards = (have: number): Way => ({ way: 'guards', have, need: 10 });
  expect(near([guards(9)], [guards(7)], [])).toBe('');
  expect(near([], [guards(7)], [guards(8)])).toBe('table.ways.near["seat 2","ways.guards.name",8,10]');
  expect(near([], [{ way: 'keys', have: 3, need: 4, parts: [1, 2, 4] }])).toBe('table.ways.near["seat 1","ways.keys.name",3,4]');
  expect(near([], [{ way: 'keys', have: 2, need: 4, parts: [1, 2] }], [guards(10)])).toBe('');
});
