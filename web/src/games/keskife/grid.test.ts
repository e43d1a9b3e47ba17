import { expect, it } from 'vitest';
import { bestGrid, pictureIn } from './grid.ts';

const face = Math.min;
const [PHONE, DESK] = [
  [344, 560],
  [1220, 620],
] as const;

it.each([
  [4, PHONE, 2, 2],
  [5, PHONE, 2, 3],
  [6, PHONE, 2, 3],
  [7, PHONE, 2, 4],
  [8, PHONE, 2, 4],
  [16, PHONE, 3, 6],
  [4, DESK, 2, 2],
  [5, DESK, 3, 2],
  [7, DESK, 4, 2],
  [8, DESK, 4, 2],
  [16, DESK, 6, 3],
])('%d faces on %o stand in %d columns and %d rows', (n, [width, height], columns, rows) => {
  expect(bestGrid(n, width, height, face, 6)).toMatchObject({ columns, rows });
});

it('no other grid has larger faces', () => {
  for (let n = 1; n <= 16; n += 1) {
    for (const [width, height] of [PHONE, DESK, [740, 250], [740, 900]] as const) {
      const { columns, rows, size } = bestGrid(n, width, height, face);
      expect(columns * rows).toBeGreaterThanOrEqual(n);
      expect(columns * (rows - 1)).toBeLessThan(n);
      for (let other = 1; other <= n; other += 1)
        expect(size).toBeGreaterThanOrEqual(Math.min(width / other, height / Math.ceil(n / other)) * 0.99);
    }
  }
});

it('one has it all, and nobody has one cell', () => {
  expect(bestGrid(1, 300, 200, face)).toEqual({ columns: 1, rows: 1, size: 200 });
  expect(bestGrid(0, 300, 200, face)).toEqual({ columns: 1, rows: 1, size: 200 });
});

it('a row too few is worse than one too many, where faces are nearly as large', () => {
  expect(bestGrid(4, 1240, 540, face, 6)).toMatchObject({ columns: 4, rows: 1 });
  expect(bestGrid(4, 1240, 540, face, 6, 0.85)).toMatchObject({ columns: 2, rows: 2 });
  expect(bestGrid(7, 1240, 540, face, 6, 0.85)).toMatchObject({ columns: 4, rows: 2 });
});

const SHAPES = { narrow: 1, wide: 16 / 9 };
it.each([
  [4, 900, 320, 0.67],
  [5, 900, 320, 0.75],
  [6, 900, 320, 0.9],
  [8, 900, 320, 0.95],
])('%d pictures fill most of a television', (n, width, height, share) => {
  const area = (w: number, h: number): number => pictureIn(w, h, SHAPES).reduce((wide, tall) => wide * tall);
  const { columns, rows, size } = bestGrid(n, width, height, (w, h) => Math.sqrt(area(w, h)), 6);
  expect((size ** 2 * n) / (width * height)).toBeGreaterThan(share);
  const [wide, tall] = pictureIn(width / columns, height / rows, SHAPES);
  expect(wide / tall).toBeGreaterThanOrEqual(SHAPES.narrow - 0.001);
  expect(wide / tall).toBeLessThanOrEqual(SHAPES.wide + 0.001);
});
