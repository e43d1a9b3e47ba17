/* A match that is dealt again at another table. */

import { base } from '../base.ts';
import type { Deal } from '../wire.ts';

/** The table and the number of a match, from the name that its log has for it. */
export function matchOf({ match }: Deal): { table: string; n: number } {
  const cut = match.lastIndexOf('/');
  return { table: match.slice(0, cut), n: Number(match.slice(cut + 1)) };
}

/** Where a new table is laid on which this match is dealt again. */
export const laidAgain = (game: string, table: string, match: number): string =>
  `${base}/new/${game}/again/${encodeURIComponent(table)}/${match}`;
