/*
 * The way of a finger's line: from the fingertip to the edge of whoever is meant, round name plates, and round others
 * where that is not far.
 */

export type Spot = [number, number];
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
/** A head, which a line touches at its edge; or a picture, whose edge is that of its box. */
type Target = { at: Spot; radius: number } | { box: Box };

export interface Course {
  from: Spot;
  /** The unit vector in which the finger points; null where there is no finger, and the line may leave any way. */
  along: Spot | null;
  to: Target;
  /** Name plates, which no line crosses. */
  plates: Box[];
  /** Who else stands there, and is passed by rather than over. */
  others: Box[];
  /** Where lines may run. */
  field: Box;
  /** Ends of lines that are drawn already: two lines that mean one person end beside each other. */
  ends: Spot[];
}

export interface Curve {
  path: string;
  end: Spot;
  /** Degrees in which the line arrives; 0 is to the right. */
  turn: number;
  /** How many of the looks along it lie on a plate. */
  crossed: number;
}

const LOOKS = 32; // along a line, or each part of it
const REACHES = [0.2, 0.45, 0.9, 1.4]; // of the way: how far a line keeps its first and its last direction
const ENDS = 12; // round a head
const ROOM = 5; // px between a line's middle and a plate
const BESIDE = 12; // px between the ends of two lines
const COST = { plate: 900, out: 300, other: 40, beside: 60 }; // in px of detour, a look each

const plus = ([x, y]: Spot, [dx, dy]: Spot, times = 1): Spot => [x + dx * times, y + dy * times];
const far = ([x, y]: Spot, [a, b]: Spot): number => Math.hypot(a - x, b - y);
const within = ([x, y]: Spot, box: Box, room: number): boolean =>
  x > box.left - room && x < box.right + room && y > box.top - room && y < box.bottom + room;
const written = ([x, y]: Spot): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** Where a line may end, with the direction from there outwards. */
function endsOf(to: Target): [Spot, Spot][] {
  if ('at' in to) {
    return Array.from({ length: ENDS }, (_, i): [Spot, Spot] => {
      const turn = (i / ENDS) * 2 * Math.PI;
      const out: Spot = [Math.cos(turn), Math.sin(turn)];
      return [plus(to.at, out, to.radius), out];
    });
  }
  const { left, top, right, bottom } = to.box;
  return [0.2, 0.35, 0.5, 0.65, 0.8].flatMap((share): [Spot, Spot][] => {
    const [x, y] = [left + (right - left) * share, top + (bottom - top) * share];
    return [
      [
        [x, top],
        [0, -1],
      ],
      [
        [x, bottom],
        [0, 1],
      ],
      [
        [left, y],
        [-1, 0],
      ],
      [
        [right, y],
        [1, 0],
      ],
    ];
  });
}

type Cubic = [Spot, Spot, Spot, Spot];
/** The shares of a curve's four places at each look. */
const SHARES = Array.from({ length: LOOKS }, (_, i): [number, number, number, number] => {
  const t = (i + 1) / LOOKS;
  return [(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t ** 2, t ** 3];
});

/** What a line costs: its length, and what it runs over; null where that is more than `most`. */
function judged(parts: Cubic[], course: Course, most: number): { cost: number; crossed: number } | null {
  let [cost, crossed] = [0, 0];
  let last = parts[0]![0];
  for (const [a, b, c, d] of parts) {
    for (const [p, q, r, s] of SHARES) {
      const spot: Spot = [p * a[0] + q * b[0] + r * c[0] + s * d[0], p * a[1] + q * b[1] + r * c[1] + s * d[1]];
      cost += far(last, spot);
      if (course.plates.some((box) => within(spot, box, ROOM))) {
        crossed += 1;
        cost += COST.plate;
      }
      if (course.others.some((box) => within(spot, box, 0))) cost += COST.other;
      if (!within(spot, course.field, 0)) cost += COST.out;
      if (cost >= most) return null;
      last = spot;
    }
  }
  cost += COST.beside * course.ends.filter((end) => far(end, last) < BESIDE).length;
  return { cost, crossed };
}

/** Gaps beside a plate: a line that finds no way by itself is led through one of them, upright. */
function gapsOf({ plates, field }: Course): { x: number; top: number; bottom: number }[] {
  return plates.flatMap((plate) => {
    const row = plates.filter((other) => other.top < plate.bottom && other.bottom > plate.top);
    const next = Math.min(...row.filter((other) => other.left >= plate.right).map((other) => other.left), field.right);
    const before = Math.max(...row.filter((other) => other.right <= plate.left).map((other) => other.right), field.left);
    const [top, bottom] = [plate.top - ROOM - 1, plate.bottom + ROOM + 1];
    return [(plate.right + next) / 2, (before + plate.left) / 2].map((x) => ({ x, top, bottom }));
  });
}

/** A line through a gap: up to it, through it, and on. */
function through(course: Course, gap: { x: number; top: number; bottom: number }, end: Spot, out: Spot, reach: number): Cubic[] {
  const { from } = course;
  const down = Math.sign((gap.top + gap.bottom) / 2 - from[1]) || 1;
  const [first, last]: Spot[] =
    down > 0
      ? [
          [gap.x, gap.top],
          [gap.x, gap.bottom],
        ]
      : [
          [gap.x, gap.bottom],
          [gap.x, gap.top],
        ];
  const [before, after] = [far(from, first!), far(last!, end)];
  return [
    [from, plus(from, course.along ?? [0, down], before * reach), plus(first!, [0, -down], before * reach), first!],
    [first!, first!, last!, last!],
    [last!, plus(last!, [0, down], after * reach), plus(end, out, after * reach), end],
  ];
}

/** The way with the smallest detour that crosses no plate; where there is none, the one that crosses least. */
export function courseOf(course: Course): Curve {
  const { from, along } = course;
  let best: { parts: Cubic[]; cost: number; crossed: number } = { parts: [], cost: Infinity, crossed: Infinity };
  const weigh = (parts: Cubic[]): void => {
    const found = judged(parts, course, best.cost);
    if (found && found.cost < best.cost) best = { parts, ...found };
  };
  const ends = endsOf(course.to);
  for (const [end, out] of ends) {
    const way = far(from, end);
    const first = along ?? plus([0, 0], plus(end, from, -1), 1 / (way || 1));
    for (const leaves of REACHES)
      for (const comes of REACHES) weigh([[from, plus(from, first, way * leaves), plus(end, out, way * comes), end]]);
  }
  if (best.crossed > 0) {
    for (const gap of gapsOf(course))
      for (const [end, out] of ends) for (const reach of REACHES.slice(0, 3)) weigh(through(course, gap, end, out, reach));
  }
  const { parts, crossed } = best;
  const [, , bend, end] = parts.at(-1)!;
  return {
    path: `M${written(from)}${parts.map(([, b, c, d]) => `C${written(b)} ${written(c)} ${written(d)}`).join('')}`,
    end,
    turn: (Math.atan2(end[1] - bend[1], end[0] - bend[0]) * 180) / Math.PI,
    crossed,
  };
}
