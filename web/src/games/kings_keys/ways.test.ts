import { expect, it } from 'vitest';
import { bare, wordsOf } from '$lib/tests/heard.ts';
import type { View, Way } from '$lib/wire.ts';
import { ranksInWords, ranksOf } from './ways.ts';

it('ranks are named, and not counted', () => {
  const { say } = wordsOf('kings_keys');
  const said = (parts: number[]): string =>
    bare(ranksInWords({ way: 'coins', have: parts.length, need: 4, parts }, say)).replace(/,(?= and)/, '');
  expect(said([4])).toBe('Coins: you have the 4; 1, 2 and 3 are missing');
  expect(said([1, 2, 4])).toBe('Coins: you have the 1, 2 and 4; 3 is missing');
  expect(said([])).toBe('Coins: you have none yet');
});

it('ranks are said of what one is furthest with, and not where one alone is missing', () => {
  const { say } = wordsOf('kings_keys');
  const way = (name: string, parts: number[]): Way => ({ way: name, have: parts.length, need: 4, parts }) as Way;
  const said = (...ways: Way[]): string => bare(ranksOf({ progress: [ways] } as unknown as View, 0, say));
  expect(said(way('coins', [4]), way('keys', [1, 2]))).toBe('Keys: you have the 1 and 2; 3 and 4 are missing.');
  expect(said(way('coins', [1, 2, 4]), way('keys', []))).toBe('');
});
