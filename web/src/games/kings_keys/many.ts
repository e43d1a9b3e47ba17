/* Sentences that depend on a number. */

import type { Say } from '$lib/game.ts';
import { plural } from '$lib/words.svelte.ts';

/** A number of things: `key.one`, `key.other`. */
export const many = (key: string, n: number, say: Say, values: Record<string, string | number> = {}): string =>
  say(`table.${key}.${plural(n) === 'one' ? 'one' : 'other'}`, { n, ...values });
