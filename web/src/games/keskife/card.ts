/* The list on one's own card, as `texts.py` writes it: the monkey's has the same shape. */

import type { Room } from '$lib/game.ts';

export interface CardText {
  theme: string;
  tens: number;
  ones: number;
  line: string;
  rows: string[][];
}

export const cardOf = (room: Room): CardText | null => (room.texts['card'] as CardText | undefined) ?? null;
