/* What a challenge asks: the number that is safe, and what is said while coasters are turned. */

import type { Say } from '$lib/game.ts';
import type { Told, View } from '$lib/wire.ts';
import type { Lying } from './scene.svelte.ts';
import { capital, numberIn } from './seats.ts';

/** How many of one's own coasters come before one's own KEY, from the top: all of them where it is not among them. */
export function ownSafe({ cells, seat }: View): number {
  const key = cells.key_at[seat!];
  return typeof key === 'number' ? cells.height[seat!] - key : cells.height[seat!];
}

/** The largest number that may be said and is safe, by one's own coasters alone; null where none is. */
export const safeBid = (view: View, bids: number[]): number | null => bids.filter((bid) => bid <= ownSafe(view)).at(-1) ?? null;

/** Whether this seat has said a number in this match. */
export const hasBid = (story: Told[], seat: number): boolean => story.some((told) => told.event === 'bid' && told.seat === seat);

/** The hint before the first number of a match; empty where there is nothing sure to say. */
export function safeHint(view: View, bids: number[], say: Say): string {
  const n = safeBid(view, bids);
  if (n !== null) {
    const bid = capital(numberIn(n, say));
    return n === view.cells.height[view.seat!] ? say('table.safe.all', { bid }) : say('table.safe.above', { bid });
  }
  return ownSafe(view) === 0 && view.cells.height[view.seat!] > 0 ? say('table.safe.none') : '';
}

/** What is still to be turned. That no KEY was met is said once the last coaster lies, and not before. */
export function toFlip(now: Lying, say: Say): string {
  const more = Math.max(1, now.all - now.row.length);
  return capital(say(more === 1 ? 'table.flip.one' : 'table.flip.other', { n: numberIn(more, say) }));
}
