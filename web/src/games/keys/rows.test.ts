import { expect, it } from 'vitest';
import { evenRows, widest } from './rows.ts';

it('breaks every number of bids evenly', () => {
  for (let n = 1; n <= 20; n += 1) {
    const rows = evenRows(Array.from({ length: n }, (_, i) => i));
    expect(rows.flat()).toHaveLength(n);
    const lengths = rows.map((row) => row.length);
    expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(6);
    expect(lengths).toEqual(lengths.toSorted((a, b) => b - a));
  }
  expect(evenRows([1, 2, 3, 4, 5, 6, 7, 8]).map((row) => row.length)).toEqual([4, 4]);
  expect(evenRows(Array.from({ length: 12 }, (_, i) => i)).map((row) => row.length)).toEqual([6, 6]);
});

it('leaves no row of one or two where there is room for seven', () => {
  for (let n = 9; n <= 20; n += 1) expect(((n - 1) % widest(n)) + 1).toBeGreaterThan(2);
});
