import { render } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import type { Room } from '$lib/game.ts';
import ScoreSheet from '$lib/pieces/ScoreSheet.svelte';
import type { Person } from '$lib/wire.ts';
import { GameWords } from '$lib/words.svelte.ts';
import words from '../../../../src/parlour/games/kings_keys/words.en.json';
import { bare, made, momentsOf, roomOf } from '$lib/tests/heard.ts';
import { worth } from './end.ts';
import page from './index.ts';
import { lying } from './scene.svelte.ts';
import { nearestOf } from './ways.ts';
import Win from './Win.svelte';

const story = made(
  'kings_keys',
  { event: 'robbed', seat: 0, victim: 1, zone: 'hand', card: 'SA4', count: 5 },
  { event: 'robbed', seat: 2, victim: 0, zone: 'vault', card: 'MA2', count: 1 },
  { event: 'eliminated', seat: 2, victim: 1, suit: 'axes' },
);

it.each([
  [null, ['Ben’s last raid was on Ada’s vault.', 'The largest raid: Ada took 5 cards from Noor.', 'Ben brought down Noor.']],
  [0, ['Ben’s last raid was on your vault.', 'The largest raid was yours: 5 cards from Noor’s hand.', 'Ben brought down Noor.']],
  [1, ['Ben’s last raid was on Ada’s vault.', 'The largest raid: Ada took 5 cards from your hand.', 'Ben brought you down.']],
])('tells seat %s the theft that decided, the largest raid and who fell', (seat, lines) => {
  const room = {
    view: { cells: { winner: 2 }, progress: [] },
    seat,
    story,
    words: new GameWords(words).say,
    name: (at: number) => ['Ada', 'Noor', 'Ben'][at],
  };
  expect(worth(room as unknown as Room).map(bare)).toEqual(lines);
});

it('of a real match each who was one card short is told of, with the way and how far', () => {
  const last = momentsOf('kings_keys').at(-1)!;
  const { progress, cells } = last.view;
  const lines = worth(roomOf('kings_keys', last)).map(bare);
  const short = progress.flatMap((ways, seat) =>
    seat === cells.winner ? [] : ways.filter(({ have, need, parts }) => have < need && need - have <= (parts ? 1 : 4)),
  );
  expect(lines.filter((line) => line.includes('one card short')).length > 0).toBe(short.length > 0);
});

it('the last sheet of a real match rings where each was nearest, and says so to who does not see it', () => {
  const { view } = momentsOf('kings_keys').at(-1)!;
  const sheet = page.sheet!(view, [], new GameWords(words).say);
  const people = view.progress.map(
    (_, person) => ({ person, name: `P${person}`, avatar: 'fox', bot: null }) as unknown as Person,
  );
  const said = { sheet: 'Score', round: 'Round', total: 'Total', place: 'Place', you: 'You' };
  const { container } = render(ScoreSheet, { people, sheet, totals: [], words: said });
  const near = view.progress.map((_, seat) => nearestOf(view, seat)).filter((way) => way !== undefined);
  const ringed = [...container.querySelectorAll('tbody td:has(.marked)')].map((cell) => bare(cell.textContent ?? ''));
  expect(near.length).toBeGreaterThan(0);
  expect(ringed).toHaveLength(near.length);
  for (const text of ringed) expect(text).toContain('nearest to winning');
});

it('the picture of the end says of each the way they were nearest, and how far', () => {
  const last = momentsOf('kings_keys').at(-1)!;
  const lines = (view: typeof last.view): string[] => {
    const room = roomOf('kings_keys', { ...last, view });
    const { container, unmount } = render(Win, { room, now: lying(view), onstanding: () => {} });
    const rows = [...container.querySelectorAll('.places4 li')].map((row) => bare(row.textContent ?? '').trim());
    unmount();
    return rows;
  };
  const { view } = last;
  const { winner } = view.cells;
  const others = view.progress.map((_, seat) => seat).filter((seat) => seat !== winner && view.cells.alive[seat]);
  expect(others.length).toBeGreaterThan(0);
  const said = lines(view);
  for (const seat of others) {
    const { have, need } = nearestOf(view, seat) ?? { have: 0, need: 0 };
    expect(said.some((line) => line.endsWith(`: ${have} of ${need}`))).toBe(need > 0);
  }
  // No guard, and a coin and three keys that everybody saw: the keys are nearest.
  const ways = [
    { way: 'guards', have: 0, need: 10 },
    { way: 'army', have: 0, need: 10 },
    { way: 'coins', have: 1, need: 4, parts: [2] },
    { way: 'keys', have: 3, need: 4, parts: [1, 2, 4] },
  ];
  const none = ways.map(({ way, need }) => ({ way, have: 0, need }));
  const [first, ...rest] = others;
  const progress = view.progress.map((was, seat) => (seat === first ? ways : rest.includes(seat) ? none : was));
  const now = lines({ ...view, progress });
  expect(now[1]).toMatch(/Keys: 3 of 4$/);
  for (const line of now.slice(2, 2 + rest.length)) expect(line).toMatch(/nothing in sight$/);
});
