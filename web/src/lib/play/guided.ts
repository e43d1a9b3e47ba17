/* Hints: a word the first time each kind of decision comes, through a match and the next ones. */

import { keep, recall } from '../store.ts';
import type { Told } from '../wire.ts';

/** `on`: hints are wanted; `done`: they were declined for good. */
type Guided = 'on' | 'done';

const all = (): Record<string, Guided> => recall<Record<string, Guided>>('guided') ?? {};
const read = (): Record<string, string[]> => recall<Record<string, string[]>>('hinted') ?? {};

export const guidedAt = (game: string): Guided | null => all()[game] ?? null;

/** Hints that are asked for again begin anew. */
export function guide(game: string, how: Guided): void {
  keep('guided', { ...all(), [game]: how });
  if (how === 'on') keep('hinted', { ...read(), [game]: [] });
}

/** The kinds of decision that this device has had a hint at. */
export const hintedAt = (game: string): string[] => read()[game] ?? [];

export function hinted(game: string, kind: string): void {
  const kinds = hintedAt(game);
  if (!kinds.includes(kind)) keep('hinted', { ...read(), [game]: [...kinds, kind] });
}

/** What happened last of the kinds that have a word of their own, where it befell this seat and none had it yet. */
export function befell(events: Told[], seat: number | null, kinds: string[]): string | null {
  const mine = events.filter(({ event, seat: who, victim }) => kinds.includes(event) && (victim ?? who) === seat);
  return mine.at(-1)?.event ?? null;
}
