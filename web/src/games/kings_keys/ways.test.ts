import { expect, it } from 'vitest';
import { bare, wordsOf } from '$lib/tests/heard.ts';
import { ranksInWords } from './ways.ts';

it('ranks are named, and not counted', () => {
  const { say } = wordsOf('kings_keys');
  const said = (parts: number[]): string =>
    bare(ranksInWords({ way: 'coins', have: parts.length, need: 4, parts }, say)).replace(/,(?= and)/, '');
  expect(said([4])).toBe('Coins: you have the 4; 1, 2 and 3 are missing');
  expect(said([1, 2, 4])).toBe('Coins: you have the 1, 2 and 4; 3 is missing');
  expect(said([])).toBe('Coins: you have none yet');
});
