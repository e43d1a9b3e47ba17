import { expect, it } from 'vitest';
import { bare, momentsOf, roomOf, type Moment } from '$lib/tests/heard.ts';
import { numberOf } from './cards.ts';
import { dangers, warningOf } from './danger.ts';
import page from './index.ts';
import { promptOf } from './sentence.ts';

const GAME = 'kings_keys';
const all = momentsOf(GAME);
const first = all.find(({ view }) => view.cells.phase === 'playing')!;

/** A real moment of a match with other guards in place, and cards left in the open. */
function at(guards: number[], open: Record<string, string> = {}, phase = 'playing'): Moment {
  const cells = { ...first.view.cells, guards, phase, at: [...first.view.cells.at], up: [...first.view.cells.up] };
  for (const [card, place] of Object.entries(open)) {
    cells.at[numberOf(card)] = place;
    cells.up[numberOf(card)] = 1;
  }
  return { ...first, view: { ...first.view, cells } };
}
const warned = (moment: Moment) => {
  const warning = warningOf(roomOf(GAME, moment));
  return warning && [bare(warning.title), bare(warning.help)];
};

it('a rival is named from 6 on, where one shield of 4 is enough, and nobody below', () => {
  expect(warned(at([0, 9, 0, 0]))).toEqual(['Bo lacks 1 guard', 'Any shield they place wins at once.']);
  expect(warned(at([0, 0, 8, 0]))).toEqual(['Cleo lacks 2 guards', 'One shield of 2 or more wins at once.']);
  expect(warned(at([0, 0, 0, 6]))).toEqual(['Dee lacks 4 guards', 'One shield of 4 wins at once.']);
  expect(warned(at([9, 5, 5, 5]))).toBeNull();
});

it('is not named where no shield is left that would do', () => {
  const fours = { SH4: 'guards1', MH4: 'guards2', FH4: 'box', OH4: 'guards0' };
  expect(warned(at([0, 6, 0, 0], fours))).toBeNull();
  expect(warned(at([0, 7, 0, 0], fours))).not.toBeNull();
});

it('each rival who can is named, and one’s own missing step beside them', () => {
  const moment = at([8, 6, 9, 0]);
  moment.view.progress = moment.view.progress.map((ways, seat) =>
    seat ? ways : ways.map((way) => (way.way === 'guards' ? { ...way, have: 8 } : way)),
  );
  expect(warned(moment)).toEqual(['Bo and Cleo can win with one card', 'Bo lacks 4 guards. Cleo lacks 1 guard.']);
  const nothing = { victim: null, coins: [], named: [], word: null, card: null };
  const { title, help } = promptOf(roomOf(GAME, moment), nothing as never, false, { size: {}, known: {} });
  expect(bare(title)).toBe('Bo and Cleo can win with one card');
  expect(bare(help)).toContain('Bo lacks 4 guards. Cleo lacks 1 guard. 2 more guards, and you win.');
});

it('of coins and keys only what lies open to everybody counts', () => {
  const letter = first.view.cells.kingdom[2][0].toUpperCase();
  const keys = (...ranks: number[]) => Object.fromEntries(ranks.map((rank) => [`${letter}K${rank}`, 'vault2']));
  expect(warned(at([0, 0, 0, 0], keys(1, 2, 4)))).toEqual(['Cleo lacks only the key 3', 'The others lie open there.']);
  expect(warned(at([0, 0, 0, 0], keys(1, 2)))).toBeNull();
  const hidden = at([0, 0, 0, 0], keys(1, 2, 4));
  hidden.view.cells.up[numberOf(`${letter}K1`)] = 0;
  expect(warned(hidden), 'a card that only this seat knows').toBeNull();
});

it('in a real match whoever wins by guards was named before, at every turn at which one card was enough', () => {
  for (const moment of all.filter(({ view }) => !view.over)) {
    const named = dangers(moment.view, 0).map(({ seat }) => seat);
    for (const seat of [1, 2, 3]) if (moment.view.cells.guards[seat] >= 7) expect(named).toContain(seat);
    expect(named).not.toContain(0);
  }
});

it('the last sheet says for each how far they came on each way, and rings the nearest', () => {
  const { view, story } = all.at(-1)!;
  const { rows, legend } = page.sheet!(view, story, roomOf(GAME, all.at(-1)!).words);
  expect(rows.map(({ head }) => head)).toEqual(['Guards', 'Army', 'Coins', 'Keys']);
  view.progress.forEach((ways, seat) => {
    expect(rows.map(({ cells }) => cells[seat]!.text)).toEqual(
      // What is not known of another is no nothing.
      ways.map(({ way, have, need }) => (have || way === 'guards' || seat === view.seat ? `${have}/${need}` : '–')),
    );
    const nearest = rows.findIndex(({ cells }) => cells[seat]!.mark);
    const most = Math.max(...ways.map(({ have, need }) => have / need));
    if (most > 0) expect(ways[nearest]!.have / ways[nearest]!.need).toBe(most);
  });
  expect(legend!.map(({ text }) => text)).toEqual(['nearest to winning, as far as you know']);
});
