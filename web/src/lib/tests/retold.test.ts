import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import Replay from '../../routes/Replay.svelte';
import Gone from '../door/Gone.svelte';

const told = {
  game: 'toy',
  version: 1,
  players: 2,
  options: {},
  people: [],
  deal: null,
  frames: [],
  story: ['Toy: Ana, Ben', 'Ana played 5', 'Ana won.'],
};

beforeEach(() =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(JSON.stringify(told))),
  ),
);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('tells a match whose rules are gone, and keeps its record', async () => {
  render(Replay, { word: 'maple-otter', match: 3 });
  const lines = await screen.findAllByRole('listitem');
  expect(lines.map((line) => line.textContent)).toEqual(told.story);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('link', { name: 'Keep the record' }).getAttribute('href')).toBe(
    '/api/tables/maple-otter/matches/3/log',
  );
});

it('leads there from a table that was closed for it, where a match was played', () => {
  const props = { word: 'maple-otter', game: 'toy', why: 'old_version' as const, watch: vi.fn(), back: vi.fn(), door: vi.fn() };
  const { unmount } = render(Gone, { ...props, match: 3 });
  expect(screen.getByRole('link', { name: 'The story' }).getAttribute('href')).toBe('/t/maple-otter/match/3');
  unmount();
  render(Gone, { ...props, match: 0 });
  expect(screen.queryByRole('link', { name: 'The story' })).toBeNull();
});
