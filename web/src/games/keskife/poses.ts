/* The poses of a paper figure: ten angles each, two links a limb. The same angles draw the puppet and the sign on a button. */

import book from './art/poses.json';

/** Degrees, 0 hangs down, positive clockwise: left arm, right arm, left leg, right leg (upper and lower link each), lean, head. */
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

/** The pose that points from one place to another; x grows to the right, y downwards. */
export function pointing(dx: number, dy: number): string {
  const side = dx < 0 ? 'l' : 'r';
  const steep = Math.abs(dy) > Math.abs(dx) * 0.4;
  return `point-${steep ? (dy < 0 ? 'u' : 'd') : ''}${side}`;
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
