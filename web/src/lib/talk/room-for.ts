/* Where talk finds room on the felt: the place nearest to a seat that covers least. */

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
export interface Place {
  left: number;
  top: number;
  /** How much of what lies there it would cover, in px². */
  covers: number;
}

/** What is not to be covered: pieces, names, the slip, all that is pressed. */
const TAKEN = '.card, .coaster, .count, .avatar, .slip, .ask, .banner, .chip, button, a, input, img, [role="img"]';
/** Between places that are tried, in px. */
const STEP = 6;
/** What covering a px² costs, in px of way. */
const COVERING = 0.6;
/** What lies apart from the middle of what is leant to costs so much of its way. */
const LEANING = 0.15;
/** Kept free round what lies there, in px. */
const MARGIN = 3;

const shared = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** What `box` covers of what lies there, in px². */
export const covered = (box: Box, taken: Box[]): number => taken.reduce((sum, one) => sum + shared(box, one), 0);

/** How far apart two boxes are; 0 where they touch. */
function apart(a: Box, b: Box): number {
  const across = Math.max(0, b.left - a.right, a.left - b.right);
  const along = Math.max(0, b.top - a.bottom, a.top - b.bottom);
  return Math.hypot(across, along);
}

/**
 * Where something of this size lies best within `field`: near `at`, and of equal places the one that leans to `to`; all in px
 * of the screen. Where nothing is free it is the place that covers least for its way.
 */
export function roomFor(size: { width: number; height: number }, at: Box, to: [number, number], field: Box, taken: Box[]): Place {
  const kept = taken.map((one) => ({
    left: one.left - MARGIN,
    top: one.top - MARGIN,
    right: one.right + MARGIN,
    bottom: one.bottom + MARGIN,
  }));
  let best: Place = { left: field.left, top: field.top, covers: Infinity };
  let least = Infinity;
  for (let top = field.top; top <= Math.max(field.top, field.bottom - size.height); top += STEP)
    for (let left = field.left; left <= Math.max(field.left, field.right - size.width); left += STEP) {
      const box = { left, top, right: left + size.width, bottom: top + size.height };
      const way = apart(box, at) + LEANING * Math.hypot(left + size.width / 2 - to[0], top + size.height / 2 - to[1]);
      if (way >= least) continue;
      const covers = covered(box, kept);
      const cost = way + COVERING * covers;
      if (cost < least) [least, best] = [cost, { left, top, covers }];
    }
  return best;
}

/** The felt without the notebook beside it, as far as it is in sight; undefined where none is. */
export function fieldOf(edge = 5): Box | undefined {
  const felt = document.querySelector('.play > main')?.getBoundingClientRect();
  if (!felt?.width) return undefined;
  return {
    left: Math.max(0, felt.left) + edge,
    top: Math.max(0, felt.top) + edge,
    right: Math.min(innerWidth, felt.right) - edge,
    bottom: Math.min(innerHeight, felt.bottom) - edge,
  };
}

/** What lies on the felt and is not to be covered, without what is `within` one element. */
export function takenOf(within: Element | null = null): Box[] {
  return [...document.querySelectorAll<HTMLElement>('.play > main *')]
    .filter((one) => one.matches(TAKEN) || (!one.firstElementChild && one.textContent.trim() !== ''))
    .filter((one) => !within?.contains(one) && one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .map((one) => one.getBoundingClientRect())
    .filter(({ width, height }) => width > 1 && height > 1);
}
