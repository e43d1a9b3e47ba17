import { expect, it } from 'vitest';
import { roomFor, type Box } from '../talk/room-for.ts';

const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
const FIELD = box(0, 0, 360, 700);
const SEAT = box(20, 10, 34, 34);
const SIZE = { width: 106, height: 80 };
const at = (taken: Box[]) => roomFor(SIZE, SEAT, [37, 27], FIELD, taken);

it('a line takes the free felt nearest to its seat', () => {
  const cards = box(10, 50, 100, 150);
  const { left, top, covers } = at([SEAT, cards]);
  expect(covers).toBe(0);
  expect(left > 54 || top > 200).toBe(true);
  const walled = at([SEAT, cards, box(54, 0, 306, 260)]);
  expect(walled.covers).toBe(0);
  expect(walled.top).toBeGreaterThan(200);
});

it('where nothing is free it covers little, and stays in the field', () => {
  const { left, top, covers } = at([box(0, 0, 360, 620), box(120, 620, 240, 80)]);
  expect(covers).toBeLessThan(SIZE.width * SIZE.height);
  expect([left, top].every((one) => one >= 0)).toBe(true);
  expect(left + SIZE.width <= FIELD.right && top + SIZE.height <= FIELD.bottom).toBe(true);
});
