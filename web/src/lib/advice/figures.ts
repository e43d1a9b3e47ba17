/* The figures of a report as they are shown: chances are matches of a hundred. */

import { figure, t } from '../words.svelte.ts';
import type { Decision } from './report.ts';

/** As matches of a hundred. */
export const points = (share: number): number => Math.round(100 * share);

/** A change, with its sign. */
export const signed = (change: number): string => (points(change) > 0 ? `+${points(change)}` : figure(points(change)));

/** How far a figure may be off; what is known better than to one is not told apart. */
export const doubt = (error: number): string => `± ${Math.max(1, points(error))}`;

/** In which turn of which round a decision was taken. */
export const placeOf = (one: Decision): string =>
  t(one.round ? 'advice.place' : 'advice.place.turn', { round: one.round, turn: one.turn });
