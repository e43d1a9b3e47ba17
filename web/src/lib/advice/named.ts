/* What can be played, told by its cards where the game names them. */

import type { Action } from '../wire.ts';
import { asText, type GameWords } from '../words.svelte.ts';

interface Choice {
  action: Action;
  named?: Record<string, unknown> | null;
}
type Named = Parameters<GameWords['named']>[0];
interface Speaker {
  gameWords: GameWords;
  label(action: Action): string;
}

const alike = (a: Choice, b: Choice): boolean => JSON.stringify(a.named) === JSON.stringify(b.named);

/** By its cards; by its place where another of `among` would be told with the same ones, or the game names none. */
export function named(room: Speaker, one: Choice, among: readonly Choice[]): string {
  if (!one.named || among.filter((other) => alike(one, other)).length > 1) return room.label(one.action);
  return asText(room.gameWords.named(one.named as Named));
}

/** What was played or would have been, as the choices of a decision name it. */
export function namedIn(room: Speaker, action: Action, among: readonly Choice[]): string {
  const found = among.find((one) => JSON.stringify(one.action) === JSON.stringify(action));
  return found ? named(room, found, among) : room.label(action);
}
