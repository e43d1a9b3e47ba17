import { expect, it } from 'vitest';
import type { Room } from '$lib/game.ts';
import type { Told } from '$lib/wire.ts';
import { GameWords } from '$lib/words.svelte.ts';
import words from '../../../../src/parlour/games/skyjo/words.en.json';
import { end, worth } from './end.ts';

const NAMES = ['Ada', 'Noor', 'Ben'];
const bare = (text: string): string => text.replaceAll(/[\u2066-\u2069]/g, '');

function ended(seat: number | null, story: Told[] = []): Room {
  const cells = { ending: 'scored', totals: [23, 51, 102], left: [0, 0, 0], round: 4, end_score: 100 };
  return {
    view: { cells, players: 3 },
    seat,
    story,
    words: new GameWords(words).say,
    name: (at: number) => NAMES[at],
  } as unknown as Room;
}

it('says by name who passed the score to end at, and who came closest', () => {
  expect(bare(end(ended(null)))).toBe('Ben passed 100 in round 4, with 102. Noor came closest, 28 points behind.');
  expect(bare(end(ended(2)))).toBe('You passed 100 in round 4, with 102. Noor came closest, 28 points behind.');
});

it('tells the largest swings first, and of oneself as "you"', () => {
  const story: Told[] = [
    { event: 'dealt', round: 3 },
    { event: 'cleared', seat: 1, column: 2, value: 7 },
    { event: 'doubled', seat: 2, points: 42 },
    { event: 'cleared', seat: 0, column: 1, value: -1 },
    { event: 'scored', seat: 2, points: 42, total: 90 },
    { event: 'scored', seat: 0, points: 3, total: 20 },
    { event: 'scored', seat: 1, points: 15, total: 40 },
  ];
  expect(worth(ended(1, story)).map(bare).slice(0, 3)).toEqual([
    'You cleared three times 7: 21 points gone in round 3.',
    'Ben closed round 3 with 21, and somebody had as few or fewer: 42.',
    'Nobody had a better round than Ada: 3 in round 3.',
  ]);
});
