import { expect, it } from 'vitest';
import { asText, GameWords } from '../words.svelte.ts';
import skyjo from '../../../../src/parlour/games/skyjo/words.en.json';
import kings from '../../../../src/parlour/games/kings_keys/words.en.json';

const NAMES = ['Ada', 'Noor'];
const told = (words: object, events: object[], seat: number | null = 0): string[] =>
  new GameWords(words as Record<string, unknown>).story(events as never, seat, NAMES).map(asText);

it('tells at once what one seat does several times in a row', () => {
  expect(
    told(skyjo, [
      { event: 'revealed', seat: 1, slot: 3, value: 5 },
      { event: 'pointed', seat: 1, slot: 8 },
      { event: 'revealed', seat: 1, slot: 8, value: -1 },
    ]),
  ).toEqual(['Noor turned over 5 and −1']);
  const stored = { event: 'stored', seat: 1, zone: 'vault', card: null };
  expect(told(kings, [stored, stored, { ...stored, zone: 'dungeon' }])).toEqual([
    'Noor stores 2 cards in the vault',
    'Noor stores a card in the dungeon',
  ]);
});

it('says "you" where something happens to the one who reads', () => {
  const robbed = { event: 'robbed', seat: 1, victim: 0, zone: 'vault', card: 'SA1', count: 2 };
  expect(told(kings, [robbed])).toEqual(['Noor robs your vault with Sun axe 1: two cards']);
  expect(told(kings, [robbed], null)).toEqual(['Noor robs Ada’s vault with Sun axe 1: two cards']);
});
