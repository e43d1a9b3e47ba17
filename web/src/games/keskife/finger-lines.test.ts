import { describe, expect, it } from 'vitest';
import { courseOf, type Box, type Course, type Spot } from './finger-lines.ts';

/** Eight on a phone: two rows of four, their plates below them with a gap of 10 px. */
const COLUMN = 82;
const ROW = 110;
const head = (seat: number): Spot => [COLUMN * ((seat % 4) + 0.5), ROW * Math.floor(seat / 4) + 40];
const plate = (seat: number): Box => ({
  left: COLUMN * (seat % 4) + 5,
  right: COLUMN * ((seat % 4) + 1) - 5,
  top: ROW * Math.floor(seat / 4) + 92,
  bottom: ROW * Math.floor(seat / 4) + 108,
});
const body = (seat: number): Box => ({
  left: head(seat)[0] - 12,
  right: head(seat)[0] + 12,
  top: head(seat)[1] - 14,
  bottom: plate(seat).top,
});
const SEATS = [0, 1, 2, 3, 4, 5, 6, 7];

const course = (seat: number, at: number, ends: Spot[] = []): Course => {
  const [dx, dy] = [head(at)[0] - head(seat)[0], head(at)[1] - head(seat)[1]];
  const far = Math.hypot(dx, dy);
  return {
    from: [head(seat)[0] + (dx / far) * 28, head(seat)[1] + 14 + (dy / far) * 28],
    along: [dx / far, dy / far],
    to: { at: head(at), radius: 13 },
    plates: SEATS.map(plate),
    others: SEATS.filter((one) => one !== seat && one !== at).map(body),
    field: { left: 0, top: 0, right: 4 * COLUMN, bottom: 2 * ROW },
    ends,
  };
};

describe('finger lines', () => {
  it('cross no name plate, whoever points at whom', () => {
    for (const seat of SEATS)
      for (const at of SEATS) if (seat !== at) expect([seat, at, courseOf(course(seat, at)).crossed]).toEqual([seat, at, 0]);
  });
  it('end at the edge of the head that is meant', () => {
    const { end } = courseOf(course(0, 6));
    expect(Math.hypot(end[0] - head(6)[0], end[1] - head(6)[1])).toBeCloseTo(13);
  });
  it('end beside each other where several mean one person', () => {
    const ends: Spot[] = [];
    for (const seat of [0, 1, 2, 3]) ends.push(courseOf(course(seat, 6, ends)).end);
    for (const [i, one] of ends.entries())
      for (const other of ends.slice(i + 1)) expect(Math.hypot(one[0] - other[0], one[1] - other[1])).toBeGreaterThan(4);
  });
  it('end at the edge of a picture, off its plate', () => {
    const box = { left: 200, top: 0, right: 300, bottom: 100 };
    const { end, crossed } = courseOf({
      ...course(0, 6),
      along: null,
      from: [50, 50],
      to: { box },
      plates: [{ left: 200, top: 40, right: 260, bottom: 60 }],
      others: [],
    });
    expect(crossed).toBe(0);
    expect([end[0] === box.left || end[0] === box.right || end[1] === box.top || end[1] === box.bottom]).toEqual([true]);
  });
});
