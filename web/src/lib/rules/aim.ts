/* A game's aim and length, by the options of a table. */

import type { OptionDescription, Options, OptionValue } from '../wire.ts';
import { fill, type GameWords } from '../words.svelte.ts';

/** An option's value at this table; undefined where the game has none of that name, or it is not known yet. */
const valueOf = (name: string, about: OptionDescription[], options: Options): OptionValue | undefined =>
  options[name] ?? about.find((option) => option.name === name)?.default;

/** The aim in a sentence: with the options it depends on (`aim_by`) where they are known, else as printed. */
export function aimOf(words: GameWords, about: OptionDescription[], options: Options): string | undefined {
  const by = words.maybe('aim_by');
  const names = [...(by ?? '').matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const values = names.map((name) => [name, valueOf(name, about, options)] as const);
  if (by && values.every(([, value]) => typeof value === 'number'))
    return fill(by, Object.fromEntries(values) as Record<string, number>);
  return words.maybe('aim') ?? words.maybe('tagline');
}

/** About how many minutes: in proportion to the option that sets the length (`minutes_by`), in steps of five. */
export function minutesOf(words: GameWords, about: OptionDescription[], options: Options): string | undefined {
  const minutes = words.maybe('minutes');
  const by = words.maybe('minutes_by');
  const printed = about.find((option) => option.name === by)?.default;
  const chosen = by === undefined ? undefined : options[by];
  if (!minutes || typeof printed !== 'number' || typeof chosen !== 'number' || chosen === printed) return minutes;
  return `${Math.max(5, Math.round((Number(minutes) * chosen) / printed / 5) * 5)}`;
}
