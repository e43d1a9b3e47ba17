import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import type { GamePage } from '../game.ts';
import ReplayDeck from '../past/ReplayDeck.svelte';
import { ReplayRoom } from '../past/replay.svelte.ts';
import type { Frame, Replay } from '../wire.ts';

/** Two rounds of three plays each, begun by the second seat; seen by the first. */
const frames = [null, 1, 0, 1, null, 1, 0].map((by, frame) => ({
  by,
  events: [],
  cells: { round: frame < 4 ? 1 : 2 },
  seat: 0,
  over: frame === 6,
})) as unknown as Frame[];

const match = (seat: number | null): ReplayRoom =>
  new ReplayRoom({
    ...({ game: 'skyjo', version: 1, players: 2, options: {}, practice: false, deal: null, story: [] } as unknown as Replay),
    people: [],
    frames: frames.map((frame) => ({ ...frame, seat })),
  });
const page = { sub: (view: { cells: Record<string, unknown> }) => `Round ${view.cells['round']}` } as unknown as GamePage;

it('the list of places leads to each round and to where one plays first in it', async () => {
  const room = match(0);
  const deck = render(ReplayDeck, { room, page, look: '0', watch: () => undefined });
  const list = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Go to' });
  expect([...list.options].map((one) => one.text)).toEqual(['Round 1', 'Round 1: you', 'Round 2', 'Round 2: you']);
  await fireEvent.change(list, { target: { value: '3' } });
  expect(room.frame).toBe(5);
  room.jump(3);
  expect(room.yours(0, 3)).toBe(1);
  deck.unmount();
});

it('an onlooker is led to rounds alone', () => {
  render(ReplayDeck, { room: match(null), page, look: 'onlooker', watch: () => undefined });
  expect([...screen.getByRole<HTMLSelectElement>('combobox', { name: 'Go to' }).options].map((one) => one.text)).toEqual([
    'Round 1',
    'Round 2',
  ]);
});
