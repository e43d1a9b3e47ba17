/* Somebody's twelve cards: three rows of four. */

export const SLOTS = 12;
export const COLUMNS = 4;
export type Face = number | 'hidden' | 'gone';

export const place = (seat: number, slot: number): string => `card-${seat}-${slot}`;
/** The slots of a column or a row, counting those from 1 and slots from 0. */
export const columnOf = (column: number): number[] => [0, 1, 2].map((row) => row * COLUMNS + column - 1);
export const rowOf = (row: number): number[] => [0, 1, 2, 3].map((column) => (row - 1) * COLUMNS + column);

/** What lies open in a grid. */
export const showing = (cards: Face[]): number =>
  cards.reduce<number>((sum, face) => sum + (typeof face === 'number' ? face : 0), 0);
