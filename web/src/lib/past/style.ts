/* Habits counted over several matches (docs/advisor.md). */

import type { Habit } from '../wire.ts';

/** The same habits of all matches in one, in the order of the first; what there was never a chance for is left out. */
export function summed(told: Habit[][]): Habit[] {
  const all = new Map<string, Habit>();
  for (const { name, chances, done, steady } of told.flat()) {
    const known = all.get(name) ?? { name, chances: 0, done: 0, steady: 0 };
    all.set(name, { name, chances: known.chances + chances, done: known.done + done, steady: known.steady + steady });
  }
  return [...all.values()].filter(({ chances }) => chances > 0);
}
