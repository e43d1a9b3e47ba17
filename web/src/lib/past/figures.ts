/* What somebody's finished matches of one game come to. */

import type { Past } from './past.ts';

type Player = Past['people'][number];

export interface Figures {
  played: number;
  won: number;
  /** The most matches won one after another. */
  run: number;
  /** Of the matches that were played to their end; null where there is none. */
  best: number | null;
  mean: number | null;
  /** Seconds at the table, as far as they are known. */
  time: number;
  /** When the first came to its end, in s since 1970. */
  since: number;
}

/** Who of a match's people it is about. */
export const mine = (match: Past): Player => match.people.find(({ person }) => person === match.person)!;
/** Nobody is ranked in a match that was broken off. */
export const ranked = (match: Past): boolean => match.people.some(({ rank }) => rank > 0);
export const won = (match: Past): boolean => mine(match).rank === 1;

/** Of matches of one game, in any order; there is one at least. */
export function figuresOf(matches: Past[]): Figures {
  const order = matches.toSorted((a, b) => a.ended - b.ended);
  const scores = order.filter(ranked).map((match) => mine(match).score);
  let [run, now] = [0, 0];
  for (const match of order) {
    now = won(match) ? now + 1 : 0;
    run = Math.max(run, now);
  }
  const best = order[0]!.lowest_wins ? Math.min : Math.max;
  return {
    played: order.length,
    won: order.filter(won).length,
    run,
    best: scores.length ? best(...scores) : null,
    mean: scores.length ? scores.reduce((sum, score) => sum + score, 0) / scores.length : null,
    time: order.reduce((sum, { begun, ended }) => sum + (begun === null ? 0 : ended - begun), 0),
    since: order[0]!.ended,
  };
}

/** By whom it is told how a match went: the best of those who lost to a winner, or who won; null where nobody is ranked. */
export function measure(match: Past): { how: 'ahead' | 'behind' | 'level'; other: Player } | null {
  const me = mine(match);
  const others = match.people.filter((one) => one !== me && one.rank > 0).toSorted((a, b) => a.rank - b.rank);
  const other = others[0];
  if (!other) return null;
  return { how: me.rank !== 1 ? 'behind' : other.rank === 1 ? 'level' : 'ahead', other };
}
