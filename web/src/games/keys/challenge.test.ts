import { expect, it } from 'vitest';
import { bare, momentsOf, roomOf, toldTwice, watched } from '$lib/tests/heard.ts';
import { hasBid, ownSafe, safeBid, safeHint, toFlip } from './challenge.ts';
import { promptOf } from './prompt.ts';
import { lying } from './scene.svelte.ts';

const GAME = 'keys';
const moments = momentsOf(GAME);
const asked = moments.filter(({ view }) => view.legal.some((action) => action.do === 'bid'));
const bidsOf = (legal: { do: string }[]) =>
  legal.filter((one) => one.do === 'bid').map((one) => (one as never as { bid: number }).bid);

it('while coasters are turned nothing but how many more is said, and "One more." until the last one lies', () => {
  const flips = moments.filter(({ view }) => view.cells.phase === 'flip');
  expect(flips.length).toBeGreaterThan(1);
  for (const moment of flips) {
    const { words: say } = roomOf(GAME, moment);
    const now = lying(moment.view);
    const left = now.all - now.row.length;
    expect(toFlip(now, say)).toMatch(left === 1 ? /^One more\.$/ : /^(Two|Three|Four|Five|Six|Seven|Eight) more\.$/);
    // The last coaster is on its way: it stands in the row, and lies nowhere yet.
    const flying = { ...now, row: Array.from({ length: now.all }, () => 'regular' as const) };
    for (const language of ['en', 'fr', 'de', 'es', 'it', 'nl']) {
      const said = toFlip(flying, roomOf(GAME, moment, language).words);
      expect(said).not.toMatch(/KEY|CLÉ|\{/);
      expect(said).toBe(toFlip({ ...now, row: [], all: 1 }, roomOf(GAME, moment, language).words));
    }
  }
});

it('the number chosen before the first of a match meets no KEY, by one’s own coasters alone', () => {
  expect(asked.length).toBeGreaterThan(3);
  for (const moment of asked) {
    const { view } = moment;
    const bids = bidsOf(view.legal);
    const safe = safeBid(view, bids);
    const down = lying(view).under.toReversed();
    if (safe !== null) expect(down.slice(0, safe)).not.toContain('key');
    const more = bids.find((bid) => bid > (safe ?? 0));
    if (safe !== null && more !== undefined && more <= down.length) expect(down.slice(0, more)).toContain('key');
    expect(ownSafe(view)).toBe(down.indexOf('key') < 0 ? down.length : down.indexOf('key'));
    const said = bare(safeHint(view, bids, roomOf(GAME, moment).words));
    expect(said.endsWith('no number is safe.')).toBe(down[0] === 'key');
    expect(said.includes('is safe:')).toBe(safe !== null);
  }
});

it('is for the first number of a match alone', () => {
  const own = moments.findIndex(({ story }) => story.some(({ event, seat }) => event === 'bid' && seat === 0));
  expect(own).toBeGreaterThan(0);
  expect(moments.map(({ story }) => hasBid(story, 0))).toEqual(moments.map((_, i) => i >= own));
});

it('on a television the slip says nothing of what is told above the table', () => {
  for (const { room, above } of watched(GAME)) {
    const { title, help } = promptOf(room);
    expect(toldTwice([title, help], above)).toEqual([]);
    // While coasters go back to their owners the slip is drawn already, and the line above tells just that.
    const { cells } = room.view;
    const returning = promptOf({ ...room, view: { ...room.view, over: false, cells: { ...cells, phase: 'lose' } } });
    expect(toldTwice([returning.title], [room.tell({ event: 'returned' })])).toEqual([]);
  }
});
