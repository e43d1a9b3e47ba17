import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { games } from '../api.ts';
import { guidedAt } from '../play/guided.ts';
import { triesNow } from '../store.ts';
import SitDown from '../../routes/SitDown.svelte';

const mime = {
  game: 'mime',
  version: 1,
  seats: { low: 2, high: 4 },
  options: [],
  bots: ['simple', 'gentle'],
  welcoming: { venue: 'stage' },
  warming: [],
  only: {},
  by_heart: {},
  languages: ['en'],
};
const words = { name: 'Mime', hints: { act: 'Act it.' } };

let opened: Record<string, unknown>[];
beforeEach(async () => {
  localStorage.clear();
  opened = [];
  vi.stubGlobal('fetch', (path: string, how?: { body: string }) => {
    if (path === '/api/tables') opened.push(JSON.parse(how!.body) as Record<string, unknown>);
    const answers: Record<string, unknown> = {
      '/api/games': [mime],
      '/api/config': { lab: false },
      '/api/tables': { table: 'maple-otter-17', person: 0, token: 'secret' },
    };
    return Promise.resolve(new Response(JSON.stringify(answers[path] ?? words)));
  });
  await games(true);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function press(name: string): Promise<void> {
  await fireEvent.input(screen.getByLabelText('Your name'), { target: { value: 'Ada' } });
  await fireEvent.click(screen.getByRole('button', { name }));
  await vi.waitFor(() => expect(opened).toHaveLength(1));
}

async function door(): Promise<void> {
  const seated = vi.fn();
  render(SitDown, { game: 'mime', seated });
  await screen.findByRole('switch', { name: 'Hints for my first match' });
}

it('tries a game with the options under which its bots sit, and lays a table by the printed rules', async () => {
  await door();
  await press('Try it now with three bots');
  expect(opened[0]!['options']).toEqual({ venue: 'stage' });
  await vi.waitFor(() => expect(triesNow('maple-otter-17')).toEqual(['simple', 'simple', 'simple']));
  cleanup();
  opened = [];
  localStorage.clear();
  await door();
  await press('Lay the table');
  expect(opened[0]!['options']).toEqual({});
  expect(triesNow('maple-otter-17')).toBeNull();
});

it('seats bots of the level whose face was chosen, and knows it the next time', async () => {
  await door();
  expect(screen.getAllByRole('radio', { name: /Gentle|Steady/ }).map((one) => (one as HTMLInputElement).checked)).toEqual([
    false,
    true,
  ]);
  await fireEvent.click(screen.getByRole('radio', { name: /Gentle/ }));
  await press('Try it now with three bots');
  await vi.waitFor(() => expect(triesNow('maple-otter-17')).toEqual(['gentle', 'gentle', 'gentle']));
  cleanup();
  await door();
  expect((screen.getByRole('radio', { name: /Gentle/ }) as HTMLInputElement).checked).toBe(true);
});

it.each([
  [true, 'on'],
  [false, 'done'],
])('has hints where the switch says so: %s', async (wanted, kept) => {
  await door();
  const hints = screen.getByRole('switch', { name: 'Hints for my first match' });
  if ((hints.getAttribute('aria-checked') === 'true') !== wanted) await fireEvent.click(hints);
  await press('Try it now with three bots');
  await vi.waitFor(() => expect(guidedAt('mime')).toBe(kept));
});
