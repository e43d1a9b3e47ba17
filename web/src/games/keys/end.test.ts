import { expect, it } from 'vitest';
import type { View } from '$lib/wire.ts';
import { GameWords } from '$lib/words.svelte.ts';
import words from '../../../../src/parlour/games/keys/words.en.json';
import page from './index.ts';

it.each([
  [{ winner: null, points: [1, 1], round: 4 }, ''],
  [{ winner: 1, points: [1, 2], to_win: 2, round: 5 }, 'Two challenges are won, the second in round 5.'],
  [{ winner: 0, points: [1, 1], to_win: 2, round: 7 }, 'Nobody else is left in the game after round 7.'],
  [{ winner: 0, points: [1, 0], to_win: 1, round: 2 }, 'A bid was met, and that was enough: round 2.'],
  [{ winner: 1, points: [2, 3], to_win: 3, round: 9 }, 'Three challenges are won, the third in round 9.'],
])('%o ends so', (cells, sentence) => {
  expect(page.end!({ cells } as unknown as View, new GameWords(words).say)).toBe(sentence);
});
