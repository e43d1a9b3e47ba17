/* Who plays a game for the first time on this device may have a hint at each kind of decision, once. */

import { keep, recall } from '../store.ts';

/** `on`: hints are wanted; `done`: they were declined, or all have been read: never again. */
type Guided = 'on' | 'done';

const all = (): Record<string, Guided> => recall<Record<string, Guided>>('guided') ?? {};

export const guidedAt = (game: string): Guided | null => all()[game] ?? null;
export const guide = (game: string, how: Guided): void => keep('guided', { ...all(), [game]: how });
