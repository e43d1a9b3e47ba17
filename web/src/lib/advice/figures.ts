/* The chances of a report as they are shown: matches of a hundred. */

import { figure } from '../words.svelte.ts';

/** As matches of a hundred. */
export const points = (share: number): number => Math.round(100 * share);

/** A change, with its sign. */
export const signed = (change: number): string => (points(change) > 0 ? `+${points(change)}` : figure(points(change)));

/** How far a figure may be off; what is known better than to one is not told apart. */
export const doubt = (error: number): string => `± ${Math.max(1, points(error))}`;
