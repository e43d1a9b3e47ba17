/* What happened while the person was away, and what they saw last, from where it can be watched. */

import type { Told, ViewMessage } from '../wire.ts';

/** Fewer moves than this are not worth saying that they were missed. */
export const WORTH_WATCHING = 2;

export interface Missed {
  events: Told[];
  from: ViewMessage | null;
}

/** How much of the story a message brings its hearer to. */
export const heardBy = ({ heard, events }: ViewMessage): number => heard + events.length;

/** Some more was missed, since `last` was seen. */
export const missMore = (missed: Missed | null, last: ViewMessage, events: Told[]): Missed =>
  missed ? { ...missed, events: [...missed.events, ...events] } : { from: last, events };

/** What happened since this device saw the match last, when its page was another one. */
export function missedSince(seen: { match: number; events: number } | undefined, next: ViewMessage): Missed | null {
  return seen?.match === next.match ? { from: null, events: next.events.slice(Math.max(0, seen.events - next.heard)) } : null;
}
