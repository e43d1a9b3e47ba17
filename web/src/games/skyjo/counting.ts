/* The count on a screen for all: grid by grid, what is alike in each at once, and a pause before the last card that could
   change anything. A hand never needs it. */

import { BREATH, DEAL, wait } from '$lib/felt/motion.ts';
import { sound } from '$lib/felt/sound.ts';
import type { Told, View } from '$lib/wire.ts';
import { columnOf, place, rowOf, showing, type Face } from './grid.ts';

/** A count that is looked at grid by grid. */
export interface Counting {
  /** What is counted. */
  after: View;
  /** Whose last hidden card is waited for, its place, and how often so far. */
  last: { seat: number; place: string; beats: number } | null;
}

/** What a count moves. */
interface Counted {
  counting: Counting | null;
  readonly moving: { grid: Face[][] } | null;
  draw(change: { counted?: boolean; grid?: Face[][] }): Promise<void>;
  with(seat: number, slots: number[], face: Face): Face[][];
  turnOver(seat: number, slot: number, value: number): Promise<void>;
}

/** Before the next grid is counted on a screen for all, in ms. */
const LOOK = 500;
/** The last hidden card is waited for so often, for so long each time, in ms. */
const BEATS = 3;
const BEAT = 600;

/** Whether the points of who ended the round count twice, whatever still lies face down. */
export function twiceForSure(grid: Face[][], { cells }: View): boolean {
  const { ender, doubling } = cells;
  const most = ender === null || doubling === 'off' ? 0 : showing(grid[ender]!);
  return most > 0 && grid.some((cards, seat) => lowEnough(cards, most) && seat !== ender && cells.left[seat] === 0);
}
const lowEnough = (cards: Face[], most: number): boolean => !cards.includes('hidden') && showing(cards) <= most;

export async function count(scene: Counted, events: Told[], after: View): Promise<void> {
  const hidden = events.filter(({ event }) => event === 'counted');
  scene.counting = { after, last: null };
  await scene.draw({ counted: true });
  for (const seat of new Set(hidden.map((one) => one.seat!))) {
    await wait(LOOK);
    const cards = hidden.filter((one) => one.seat === seat);
    for (const card of cards) {
      const slot = (card['slot'] as number) - 1;
      if (card === hidden.at(-1) && !twiceForSure(scene.moving!.grid, after)) await awaitLast(scene, seat, slot, after);
      const turned = scene.turnOver(seat, slot, card['value'] as number);
      await (card === cards.at(-1) ? turned : wait(DEAL));
    }
    for (const { event, column, row } of events.filter((one) => one.seat === seat)) {
      if (event === 'cleared') await putAway(scene, seat, columnOf(column as number));
      if (event === 'cleared_row') await putAway(scene, seat, rowOf(row as number));
    }
  }
  await wait(LOOK);
}

async function awaitLast(scene: Counted, seat: number, slot: number, after: View): Promise<void> {
  for (let beats = 1; beats <= BEATS; beats += 1) {
    scene.counting = { after, last: { seat, place: place(seat, slot), beats } };
    await wait(BEAT);
  }
  scene.counting = { after, last: null };
}

/** Where grids are counted there is no pile to go to. */
async function putAway(scene: Counted, seat: number, slots: number[]): Promise<void> {
  await wait(BREATH);
  sound('sweep');
  await scene.draw({ grid: scene.with(seat, slots, 'gone') });
}
