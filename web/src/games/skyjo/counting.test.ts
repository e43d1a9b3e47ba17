import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Told, View } from '$lib/wire.ts';
import { twiceForSure } from './counting.ts';
import type { Face } from './grid.ts';
import { Scene, type Lying } from './scene.svelte.ts';

/** Ada has two cards face down, Ben one, and Cleo, who ended the round, has none. */
const grid = (ada: Face, ben: Face): Face[][] => [
  [ada, 'hidden', 4, ...new Array<Face>(9).fill('gone')],
  [ben, 6, ...new Array<Face>(10).fill('gone')],
  [5, ...new Array<Face>(11).fill('gone')],
];
const view = (phase: string): View =>
  ({ cells: { phase, ender: 2, doubling: 'on', left: [0, 0, 0], discard: [] } }) as unknown as View;
const events: Told[] = [
  { event: 'counted', seat: 0, slot: 1, value: 3 },
  { event: 'counted', seat: 0, slot: 2, value: 2 },
  { event: 'counted', seat: 1, slot: 1, value: -2 },
  { event: 'scored', seat: 0, points: 9, total: 20 },
];
const from: Lying = { grid: grid('hidden', 'hidden'), held: null, discard: [], pile: 9, counted: false };

/** What was seen of the count, one line for each change. */
async function film(forAll: boolean, lies = from): Promise<string[]> {
  const scene = new Scene(() => null, forAll);
  const seen: string[] = [];
  let over = false;
  void scene
    .play(lies)(view('counting'), view('between'), events, () => Promise.resolve())
    .then(() => (over = true));
  for (let ms = 0; ms < 20_000 && !over; ms += 20) {
    await vi.advanceTimersByTimeAsync(20);
    const { moving, counting } = scene;
    const down = moving?.grid.map((cards) => cards.filter((face) => face === 'hidden').length);
    const line = moving ? `${down} ${counting ? 'grids' : 'table'} ${counting?.last?.beats ?? ''}`.trim() : 'over';
    if (line !== seen.at(-1)) seen.push(line);
  }
  expect(scene.counting).toBeNull();
  return seen;
}

describe('the count on a screen for all', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
  });
  afterEach(() => vi.useRealTimers());

  it('goes from grid to grid and waits three beats for the last card', async () => {
    expect(await film(true)).toEqual([
      ...['2,1,0 grids', '1,1,0 grids', '0,1,0 grids'],
      ...['0,1,0 grids 1', '0,1,0 grids 2', '0,1,0 grids 3', '0,0,0 grids', 'over'],
    ]);
  });

  it('waits for nothing where the points count twice already', async () => {
    const lies = { ...from, grid: [[-1, ...new Array<Face>(11).fill('gone')] as Face[], ...from.grid.slice(1)] };
    expect(twiceForSure(lies.grid, view('between'))).toBe(true);
    expect(twiceForSure(from.grid, view('between'))).toBe(false);
    expect((await film(true, lies)).some((line) => /\d$/.test(line))).toBe(false);
  });

  it('is over at once where nothing is to move', async () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    expect(await film(true)).toEqual(['over']);
  });

  it('turns all cards where they lie for a hand', async () => {
    expect((await film(false)).every((line) => line.includes('table') || line === 'over')).toBe(true);
  });
});
