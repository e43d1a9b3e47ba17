/* Everybody in rows, each as large as the space allows. */

export interface Grid {
  columns: number;
  rows: number;
  /** What `fit` gave for one cell. */
  size: number;
}

/** How much smaller than the best a size may be and still count as equal, in px. */
const EVEN = 0.5;

/**
 * The grid of `n` cells in a space of so many px whose cells are largest by `fit`; where two are equal, the one with fewer cells left
 * over, and then the one with more rows, for a row too few makes everybody narrow. `gap`: px between cells.
 */
export function bestGrid(n: number, width: number, height: number, fit: (width: number, height: number) => number, gap = 0): Grid {
  let best: Grid | null = null;
  for (let rows = 1; rows <= Math.max(1, n); rows += 1) {
    const columns = Math.max(1, Math.ceil(n / rows));
    if (n > 0 && Math.ceil(n / columns) < rows) continue; // a row would be empty
    const size = fit((width - gap * (columns - 1)) / columns, (height - gap * (rows - 1)) / rows);
    const better = !best || size > best.size + EVEN;
    const even = best !== null && size > best.size - EVEN;
    if (better || (even && columns * rows <= best!.columns * best!.rows)) best = { columns, rows, size };
  }
  return best!;
}
