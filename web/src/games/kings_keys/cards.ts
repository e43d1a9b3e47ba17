/* What a card's name says: SA3 is the Sun's axe of 3, JK the Key Joker. */

import type { Say } from '$lib/game.ts';
import type { View } from '$lib/wire.ts';

export type Suit = 'axe' | 'shield' | 'coin' | 'key';
export type Kingdom = 'sun' | 'mountain' | 'forest' | 'ocean';

export interface Face {
  suit: Suit;
  kingdom: Kingdom;
  /** 0 for a Joker. */
  rank: number;
}

export const KINGDOMS: Kingdom[] = ['sun', 'mountain', 'forest', 'ocean'];
const SUITS: Record<string, Suit> = { A: 'axe', H: 'shield', C: 'coin', K: 'key' };
const LETTERS: Record<string, Kingdom> = { S: 'sun', M: 'mountain', F: 'forest', O: 'ocean' };
/** Whose colours each Joker wears. */
const WEARS: Record<Suit, Kingdom> = { key: 'sun', axe: 'mountain', shield: 'forest', coin: 'ocean' };
export const JOKERS = ['JK', 'JA', 'JH', 'JC'];

/** Every card, in the order of the cells. */
export const CARDS: string[] = [
  ...[...'AHCK'].flatMap((suit) => [...'SMFO'].flatMap((kingdom) => [1, 2, 3, 4].map((rank) => kingdom + suit + rank))),
  ...JOKERS,
];
const NUMBER = new Map(CARDS.map((card, number) => [card, number]));

export const numberOf = (card: string): number => NUMBER.get(card) ?? -1;
export const isCard = (word: string): boolean => NUMBER.has(word);

export function faceOf(card: string): Face {
  if (card.startsWith('J')) {
    const suit = SUITS[card[1]!]!;
    return { suit, kingdom: WEARS[suit], rank: 0 };
  }
  return { suit: SUITS[card[1]!]!, kingdom: LETTERS[card[0]!]!, rank: Number(card[2]) };
}

const isJoker = (card: string): boolean => card.startsWith('J');

/** "Sun axe 3"; "Key Joker". */
export const cardInWords = (card: string, say: Say): string => say(`values.card.${card}`);

/** A kingdom's name, and its name as an owner, for sentences. */
export function kingdomWords(kingdom: Kingdom, say: Say): { kingdom: string; of: string } {
  return { kingdom: say(`table.kingdom.${kingdom}`), of: say(`table.of.${kingdom}`) };
}

export type Order = 'kingdom' | 'suit' | 'newest';
export const ORDERS: Order[] = ['kingdom', 'suit', 'newest'];

/** How one's own cards lie. Jokers come last. */
export function sorted(cards: string[], order: Order, view: View): string[] {
  const key = (card: string): number => {
    const number = numberOf(card);
    if (order === 'newest') return -(view.cells.since[number] as number) * 100 + number;
    const { kingdom } = faceOf(card);
    return order === 'suit' || isJoker(card) ? number : KINGDOMS.indexOf(kingdom) * 16 + (number >> 4) * 4 + (number & 3);
  };
  return [...cards].sort((a, b) => key(a) - key(b));
}

/** Whether a card of one's own came in this turn: drawn, or taken. */
export const newest = (card: string, { cells }: View): boolean => cells.turn > 0 && cells.since[numberOf(card)] === cells.turn;

/** Guards as they stand: those of the kingdom's own first, the highest first among them. */
export const guardOrder = (cards: string[], own: Kingdom): string[] =>
  [...cards].sort(
    (a, b) => Number(faceOf(b).kingdom === own) - Number(faceOf(a).kingdom === own) || faceOf(b).rank - faceOf(a).rank,
  );
