/* The ways to win that can be measured, as the room says them. */

import type { Say } from '$lib/game.ts';
import type { View, Way } from '$lib/wire.ts';
import { labelled, list, plural } from '$lib/words.svelte.ts';
import type { Suit } from './cards.ts';

export const RANKS = [1, 2, 3, 4];
/** Between ranks where there is little room. */
const THIN = '\u2009';
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

/** Which ranks one has: "Coins: you have the 4; 1, 2 and 3 are missing". They are no count. */
export function ranksInWords({ way, parts }: Way, say: Say): string {
  const name = say(`ways.${way}.name`);
  const lack = RANKS.filter((rank) => !parts?.includes(rank));
  if (!parts?.length) return say('table.ways.ranks.none', { name });
  const named = (ranks: number[]): string => list(ranks.map((rank) => say('table.ways.rank', { rank })));
  if (!lack.length) return labelled(name, named(parts));
  const form = plural(lack.length) === 'one' ? 'one' : 'other';
  return say(`table.ways.ranks.${form}`, { name, parts: named(parts), lack: named(lack) });
}

/** The same in as little room as a meter has: the ranks that are missing. */
export function ranksInShort({ parts }: Way, say: Say): string {
  const lack = RANKS.filter((rank) => !parts?.includes(rank));
  if (!parts?.length) return say('table.ways.no');
  return lack.length ? say('table.ways.lacks', { lack: lack.join(THIN) }) : say('table.ways.whole');
}

/** What is missing on the ways that are nearly gone, as one line. */
export function lackOf(view: View, seat: number, say: Say): string {
  return (view.progress[seat] ?? [])
    .map((way) => lackInWords(way, say))
    .filter(Boolean)
    .join(' ');
}

/** Which ranks one has of what one is furthest with; empty with none, and where only one is missing, which `lackOf` says. */
export function ranksOf(view: View, seat: number, say: Say): string {
  const begun = (view.progress[seat] ?? []).filter((way) => way.parts?.length && !nearlyThere(way) && way.have < way.need);
  const furthest = begun.toSorted((a, b) => b.have - a.have)[0];
  return furthest ? `${ranksInWords(furthest, say)}.` : '';
}

/** How much of a way is gone, from 0 to 1. */
const share = ({ have, need }: Way): number => have / need;

/** The way that a seat is furthest on; undefined where it has come nowhere. */
export const nearestOf = (view: View, seat: number): Way | undefined =>
  (view.progress[seat] ?? []).filter(({ have }) => have > 0).toSorted((a, b) => share(b) - share(a))[0];

/** How far a seat had come where it was nearest, from 0 to 1. */
export function farOf(view: View, seat: number): number {
  const near = nearestOf(view, seat);
  return near ? share(near) : 0;
}

/** Whether one more card could have won: a coin or key, or a shield or an axe of at most 4. */
export const oneCardShort = ({ have, need, parts }: Way): boolean => have < need && need - have <= (parts ? 1 : 4);
