/* How what is due is shown: what happens is a film for those who watch, and never makes anybody wait. */

import type { Told } from '../wire.ts';

/** What an event's motion takes where its game does not say, in ms. */
const EACH = 400;
/** A film longer than this at its full length is not shown: the present position is. */
const FAR_BEHIND = 6_000;
/** The same for whoever was away, who is offered what they missed. */
const BACK = 1_000;
/** What is due is shown within this time, and quicker where it would take longer; shorter where the person is asked. */
const LAG = 3_000;
const ASKED = 1_800;

/** What is missed is watched at twice the pace. */
export const WATCHED = 0.5;

export type Lengths = Record<string, number>;

export interface Due {
  /** Everything that was told and is not drawn yet. */
  events: Told[];
  /** The person is asked once it is drawn. */
  asked: boolean;
  /** The page was not there when it happened. */
  away: boolean;
}

/** How long the motion of events takes at its full length, in ms. */
export function lengthOf(events: Told[], lengths: Lengths): number {
  return events.reduce((sum, { event }) => sum + (lengths[event] ?? EACH), 0);
}

/** The share of its full length at which a film runs; 0: it does not run, and the present position is drawn at once. */
export function tempoOf({ events, asked, away }: Due, lengths: Lengths): number {
  const full = lengthOf(events, lengths);
  if (full > (away ? BACK : FAR_BEHIND)) return 0;
  return Math.min(1, (asked ? ASKED : LAG) / Math.max(1, full));
}
