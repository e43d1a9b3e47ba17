/* What this device remembers of puzzles: what was chosen, and on which days one was tried. */

import { keep, recall } from '../store.ts';

interface Kept {
  /** By game and puzzle: which of its choices was taken, and whether it was the best. */
  tried: Record<string, [choice: number, right: 0 | 1]>;
  /** The days on which the day's puzzle was tried, as 2026-11-29, oldest first. */
  days: string[];
}

/** So many days are kept, the newest: a streak that is longer is told as this. */
const MOST = 400;
const DAY = 86_400_000;

const kept = (): Kept => recall<Kept>('puzzles') ?? { tried: {}, days: [] };

/** A day as it is written, by this device's clock. */
export const dayOf = (at: Date): string =>
  `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`;

/** Its number since 1970, whatever the zone and the season. */
export const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00Z`) / DAY);

/** What was chosen at a puzzle; null where it was not tried. */
export const triedAt = (game: string, puzzle: string): { choice: number; right: boolean } | null => {
  const found = kept().tried[`${game}/${puzzle}`];
  return found ? { choice: found[0], right: found[1] === 1 } : null;
};

/** One try counts: what was chosen first stays. `day` where it is that day's puzzle. */
export function keepTry(game: string, puzzle: string, choice: number, right: boolean, day: string | null): void {
  const { tried, days } = kept();
  keep('puzzles', {
    tried: { ...tried, [`${game}/${puzzle}`]: tried[`${game}/${puzzle}`] ?? [choice, right ? 1 : 0] },
    days: day && !days.includes(day) ? [...days, day].slice(-MOST) : days,
  });
}

/** Days in a row, today's or yesterday's the last: today is not over. */
export function streak(today: string): number {
  const numbers = new Set(kept().days.map(dayNumber));
  const now = dayNumber(today);
  let last = numbers.has(now) ? now : now - 1;
  const from = last;
  while (numbers.has(last)) last -= 1;
  return from - last;
}
