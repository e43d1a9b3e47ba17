/* Numbers in rows that differ by one at most: up to four stand in one row, up to twelve in two, more in rows of up to six. */

const FEW = 4;
const SOME = 12;
const LONGEST = 6;
const LONGEST_WIDE = 7;

export function evenRows<T>(items: T[]): T[][] {
  const n = items.length;
  const rows = n <= FEW ? 1 : n <= SOME ? 2 : Math.ceil(n / LONGEST);
  const short = Math.floor(n / rows);
  const longer = n % rows;
  let from = 0;
  return Array.from({ length: Math.min(rows, n) }, (_, row) => items.slice(from, (from += short + (row < longer ? 1 : 0))));
}

/** How many of `n` stand in a row where there is room: the last row is not left with one or two. */
export const widest = (n: number): number => Math.ceil(n / Math.ceil(n / LONGEST_WIDE));
