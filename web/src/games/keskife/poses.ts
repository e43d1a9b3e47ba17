/* The poses of a paper figure: ten angles each, two links a limb. The same angles draw the puppet and the sign on a button. */

import book from './art/poses.json';

/**
 * Degrees, 0 hangs down, positive clockwise: left arm, right arm, left leg, right leg (upper and lower link each), lean,
 * head.
 */
export type Angles = number[];

export interface Prop {
  at: string;
  line?: string;
  fill?: string;
  ink?: string;
}

const POSES: Record<string, Angles> = book.poses;
const PROPS: Record<string, Prop[]> = book.props;
const IN_FRONT = book['in front of the head'];
const REST = POSES['rest']!;

export const anglesOf = (pose: string): Angles => POSES[pose] ?? REST;
export const propsOf = (pose: string): Prop[] => PROPS[pose] ?? [];
/** Whether the arms are drawn over the head. */
export const coversHead = (pose: string): boolean => IN_FRONT.includes(pose);

/** A pose on its way back to rest, so that a gesture that is repeated is seen to be. */
export const eased = (angles: Angles, share: number): Angles => angles.map((angle, i) => angle + (REST[i]! - angle) * share);

/** A figure's grid reaches from (-22, -24), 164 wide and 236 high; in it is the middle of the head. */
const [LEFT, ABOVE, TALL] = [22, 24, 236];
export const HEAD: [number, number] = [60, 46];
/** How far from the shoulder the tip of a finger is that points. */
const REACH = 70;
const SHOULDERS = { left: 44, right: 76 } as const;

/** A figure that points, and the tip of its finger on the figure's own grid. */
export interface Pointing {
  angles: Angles;
  arm: 'left' | 'right';
  /** Degrees of the arm, 0 hangs down, positive clockwise. */
  turn: number;
  tip: [number, number];
}

/** A figure's box on the page: where its grid lies, and how large it is. */
export function drawnIn({ left, top, height }: DOMRect): { spot(at: [number, number]): [number, number]; scale: number } {
  const scale = height / TALL;
  return { scale, spot: ([x, y]) => [left + (x + LEFT) * scale, top + (y + ABOVE) * scale] };
}

/** The figure that points at a place `dx` to the right of and `dy` below its own head. */
export function pointing(dx: number, dy: number): Pointing {
  const arm = dx < 0 ? 'left' : 'right';
  const lean = dx < 0 ? -4 : 4;
  const pose = [...POSES[`point-${arm[0]}`]!];
  pose[8] = lean;
  const shoulder = turned([SHOULDERS[arm], 76], lean);
  const turn = (Math.atan2(-(HEAD[0] + dx - shoulder[0]), HEAD[1] + dy - shoulder[1]) * 180) / Math.PI;
  const first = arm === 'left' ? 0 : 2;
  pose[first] = pose[first + 1] = turn - lean;
  return { angles: pose, arm, turn, tip: along(shoulder, turn, REACH) };
}

/** A place of the upper body, once that leans. */
function turned([x, y]: Spot, degrees: number): Spot {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return [60 + (x - 60) * cos - (y - 128) * sin, 128 + (x - 60) * sin + (y - 128) * cos];
}

type Spot = [number, number];
const along = ([x, y]: Spot, degrees: number, length: number): Spot => {
  const turn = (degrees * Math.PI) / 180;
  return [x - Math.sin(turn) * length, y + Math.cos(turn) * length];
};
const written = (spots: Spot[]): string => spots.map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

/** A limb as a line, and where it ends. */
function limb(from: Spot, upper: [number, number], lower: [number, number]): { line: string; end: Spot } {
  const joint = along(from, ...upper);
  const end = along(joint, ...lower);
  return { line: written([from, joint, end]), end };
}

export interface Sign {
  legs: string;
  arms: string;
  head: Spot;
  lean: number;
  props: (Prop & { x: number; y: number; turn: number })[];
}

/** A pose in few thick lines, on a grid of 156 by 202 from (-18, -10). */
export function signOf(pose: string): Sign {
  const a = anglesOf(pose);
  const lean = a[8]!;
  const left = limb([50, 76], [a[0]!, 30], [a[1]!, 28]);
  const right = limb([70, 76], [a[2]!, 30], [a[3]!, 28]);
  const legs = limb([56, 122], [a[4]!, 30], [a[5]!, 32]).line + limb([64, 122], [a[6]!, 30], [a[7]!, 32]).line;
  const props = propsOf(pose).map((prop) => {
    const [x, y]: Spot = prop.at === 'left hand' ? left.end : prop.at === 'right hand' ? right.end : [0, 14];
    return { ...prop, x, y, turn: prop.at === 'body' ? 0 : -lean };
  });
  return { legs, arms: left.line + right.line, head: along([60, 68], a[9]! + 180, 26), lean, props };
}

/** The gestures of the pad, in its order. */
export const GESTURES = Object.keys(POSES).filter((pose) => pose !== 'rest' && !pose.startsWith('point-'));
