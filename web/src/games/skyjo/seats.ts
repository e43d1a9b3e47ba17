/* What is said about a seat and its cards. */

import type { Room, Say } from '$lib/game.ts';
import { figure } from '$lib/words.svelte.ts';
import { COLUMNS, showing, type Face } from './grid.ts';
import type { Lying } from './scene.svelte.ts';

const faceInWords = (face: Face, say: Say): string => (typeof face === 'number' ? figure(face) : say(`table.card.${face}`));

/** "Row 2, column 3: 7". */
export function slotInWords(slot: number, face: Face, say: Say): string {
  return say('table.card.at', {
    row: Math.floor(slot / COLUMNS) + 1,
    column: (slot % COLUMNS) + 1,
    card: faceInWords(face, say),
  });
}

/** A whole grid, row by row. */
export function gridInWords(cards: Face[], say: Say): string {
  const rows = [0, 1, 2].map((row) =>
    cards
      .slice(row * COLUMNS, (row + 1) * COLUMNS)
      .map((face) => faceInWords(face, say))
      .join(', '),
  );
  return rows.map((row, i) => say('table.card.row', { row: i + 1, cards: row })).join('. ');
}

/** The line under a name: in the last lap what their turn is worth, otherwise their points. */
export function subOf(room: Room, now: Lying, seat: number): string {
  const say = room.words;
  const { cells } = room.view;
  const cards = now.grid[seat] ?? [];
  if (cells.left[seat] > 0) return say('table.seat.left');
  const mine = seat === room.seat;
  const hidden = cards.filter((face) => face === 'hidden').length;
  if (cells.ender === seat) return say('table.seat.out', { points: showing(cards) });
  if (cells.ender !== null && mine) return say('table.seat.hidden', { n: hidden });
  if (cells.ender !== null) return say(cells.due & (1 << seat) ? 'table.seat.to_come' : 'table.seat.had');
  return mine ? say('table.seat.showing', { n: showing(cards) }) : say('table.seat.points', { n: cells.totals[seat] });
}
