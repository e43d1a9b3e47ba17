/* The ways to win that can be measured, as the room says them. */

import type { Say } from '$lib/game.ts';
import type { View, Way } from '$lib/wire.ts';
import { plural } from '$lib/words.svelte.ts';
import type { Suit } from './cards.ts';

export const RANKS = [1, 2, 3, 4];
/** Pips of guards or soldiers: so few missing ones are worth a word. */
const FEW = 2;

const SUITS: Record<string, Suit> = { guards: 'shield', army: 'axe', coins: 'coin', keys: 'key' };
export const suitOf = (way: string): Suit => SUITS[way] ?? 'key';

/** What is known for sure of a seat besides its guards. */
export const knownOf = (view: View, seat: number): Way[] =>
  (view.progress[seat] ?? []).filter(({ way, have }) => way !== 'guards' && have > 0);

const nearlyThere = ({ have, need, parts }: Way): boolean => need > have && need - have <= (parts ? 1 : FEW);

/** The step that is missing where only one is: "You still lack your coin 3." */
export function lackInWords(it: Way, say: Say): string {
  if (!nearlyThere(it)) return '';
  const { way, have, need, parts } = it;
  const missing = need - have;
  const form = plural(missing) === 'one' ? 'one' : 'other';
  return parts
    ? say(`table.ways.lack.${way}`, { rank: RANKS.find((rank) => !parts.includes(rank))! })
    : say(`table.ways.lack.${way}.${form}`, { n: missing });
}

/** What is missing on the ways that are nearly gone, as one line. */
export function lackOf(view: View, seat: number, say: Say): string {
  return (view.progress[seat] ?? [])
    .map((way) => lackInWords(way, say))
    .filter(Boolean)
    .join(' ');
}

/** A rival of whom everybody knows that little is missing: "Watch Ada: Guards 8 of 10." */
export function nearOf(view: View, seat: number, say: Say, nameOf: (seat: number) => string): string {
  for (const [other, ways] of view.progress.entries()) {
    const near = other === seat ? undefined : ways.find(nearlyThere);
    if (near)
      return say('table.ways.near', { name: nameOf(other), way: say(`ways.${near.way}.name`), have: near.have, need: near.need });
  }
  return '';
}
