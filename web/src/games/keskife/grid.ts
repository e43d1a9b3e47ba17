/* Everybody in rows, each as large as the space allows. */

export interface Grid {
  columns: number;
  rows: number;
  /** What `fit` gave for one cell. */
  size: number;
}

/**
 * The grid of `n` cells in a space of so many px whose cells are largest by `fit`. Of sizes that are `even`, that is no
 * smaller than so much of the best, the one with fewer cells left over, and then the one with more rows: a row too few
 * makes everybody narrow. `gap`: px between cells.
 */
export function bestGrid(
  n: number,
  width: number,
  height: number,
  fit: (width: number, height: number) => number,
  gap = 0,
  even = 0.99,
): Grid {
  const grids: Grid[] = [];
  for (let rows = 1; rows <= Math.max(1, n); rows += 1) {
    const columns = Math.max(1, Math.ceil(n / rows));
    if (n > 0 && Math.ceil(n / columns) < rows) continue; // a row would be empty
    grids.push({ columns, rows, size: fit((width - gap * (columns - 1)) / columns, (height - gap * (rows - 1)) / rows) });
  }
  const largest = Math.max(...grids.map(({ size }) => size));
  const good = grids.filter(({ size }) => size >= largest * even - Number.EPSILON || size === largest);
  return good.reduce((best, grid) => (grid.columns * grid.rows <= best.columns * best.rows ? grid : best));
}

/** What a picture may be by its width and height: `narrow` to `wide`. */
export interface Shapes {
  narrow: number;
  wide: number;
}

/** The largest picture of these shapes that a space holds: its width and height in px. */
export function pictureIn(width: number, height: number, { narrow, wide }: Shapes): [number, number] {
  const tall = Math.min(height, width / narrow);
  return [Math.min(width, tall * wide), tall];
}
