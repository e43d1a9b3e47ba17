/* The rules that go along from the lab to the table that is laid with them. */

import type { Options } from '../wire.ts';

let along: { game: string; options: Options } | null = null;

export function takeAlong(game: string, options: Options): void {
  along = { game, options };
}

/** What goes along to a new table of this game; once. */
export function takenAlong(game: string): Options | null {
  const found = along?.game === game ? along.options : null;
  along = null;
  return found;
}
