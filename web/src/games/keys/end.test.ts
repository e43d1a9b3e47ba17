import { expect, it } from 'vitest';
import type { Room } from '$lib/game.ts';
import { GameWords } from '$lib/words.svelte.ts';
import words from '../../../../src/parlour/games/keys/words.en.json';
import { end, worth } from './end.ts';

it.each([
  [{ winner: null, points: [1, 1], round: 4 }, ''],
  [{ winner: 1, points: [1, 2], to_win: 2, round: 5 }, 'Two challenges are won, the second in round 5.'],
  [{ winner: 0, points: [1, 1], to_win: 2, round: 7 }, 'Nobody else is left in the game after round 7.'],
  [{ winner: 0, points: [1, 0], to_win: 1, round: 2 }, 'A bid was met, and that was enough: round 2.'],
  [{ winner: 1, points: [2, 3], to_win: 3, round: 9 }, 'Three challenges are won, the third in round 9.'],
])('%o ends so', (cells, sentence) => {
  expect(end({ view: { cells }, words: new GameWords(words).say } as unknown as Room)).toBe(sentence);
});

it('tells the boldest bid that was met, and the one that came closest', () => {
  const story = [
    ...[
      { event: 'began', seat: 0 },
      { event: 'challenger', seat: 0, coasters: 3 },
    ],
    ...[0, 1, 2].map((seat) => ({ event: 'flipped', seat, coaster: 'regular' })),
    ...[
      { event: 'began', seat: 0 },
      { event: 'challenger', seat: 1, coasters: 2 },
      { event: 'flipped', seat: 1, coaster: 'regular' },
      { event: 'flipped', seat: 0, coaster: 'key' },
    ],
  ];
  const told = (seat: number | null): string[] =>
    worth({
      view: {},
      seat,
      story,
      words: new GameWords(words).say,
      name: (at: number) => ['Ada', 'Noor', 'Ben'][at],
    } as unknown as Room).map((text) => text.replaceAll(/[\u2066-\u2069]/g, ''));
  expect(told(null)).toEqual([
    'The boldest bid that was met: 3, by Ada, in round 1.',
    'Noor had 1 of 2 flipped when the KEY of Ada came up.',
  ]);
  expect(told(0)).toEqual(['Your boldest bid that was met: 3, in round 1.', 'Your KEY stopped Noor, with 1 of 2 flipped.']);
});
