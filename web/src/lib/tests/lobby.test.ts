import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { games } from '../api.ts';
import type { GamePage } from '../game.ts';
import { TableRoom } from '../table/room.svelte.ts';
import Story from '../talk/Story.svelte';
import Lobby from '../../routes/Lobby.svelte';
import { keepChair } from '../store.ts';
import { GameWords } from '../words.svelte.ts';
import { FakeSocket, install, table, view, welcome } from './fake-server.ts';

const toy = {
  game: 'toy',
  version: 1,
  seats: { low: 4, high: 8 },
  options: [],
  bots: ['simple'],
  welcoming: {},
  warming: [],
  only: {},
  by_heart: {},
  languages: ['en'],
};
const words = { name: 'Toy', events: { count: { other: '{n}' }, moved: { other: '{name} moved' } } };

let room: TableRoom;
beforeEach(async () => {
  vi.useFakeTimers();
  install();
  const answers: Record<string, unknown> = { '/api/games': [toy], '/api/config': { lan: [] } };
  vi.stubGlobal('fetch', (path: string) => Promise.resolve(new Response(JSON.stringify(answers[path] ?? words))));
  await games(true); // what another file was told is forgotten
  keepChair({ table: 'maple-otter-17', game: 'toy', person: 0, token: 'secret' });
  room = new TableRoom('maple-otter-17', 'hand', 'ws://test');
  FakeSocket.last.accept();
  FakeSocket.last.tell(welcome);
  FakeSocket.last.tell(table('lobby'));
  await vi.advanceTimersByTimeAsync(0);
});
afterEach(() => {
  cleanup();
  room.leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function lobby(page: Partial<GamePage> | null = null): Promise<HTMLElement> {
  const { container } = render(Lobby, { room, page: page as GamePage | null, sit: vi.fn(), seat: vi.fn() });
  await vi.advanceTimersByTimeAsync(0);
  return container;
}

describe('the lobby', () => {
  it('offers bots where they may sit', async () => {
    const page = await lobby();
    expect(screen.getByRole('button', { name: 'Seat a bot' })).toBeTruthy();
    expect(page.textContent).toContain('2 more people or bots, and you can start.');
    expect(page.textContent).toContain('6 free chairs');
  });

  it('asks for what the house has until somebody answers', async () => {
    const answer = fetch;
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError()));
    await games(true).catch(() => undefined); // what is known is forgotten
    await lobby();
    expect(screen.queryByRole('button', { name: 'Seat a bot' })).toBeNull();
    await vi.advanceTimersByTimeAsync(4_000);
    vi.stubGlobal('fetch', answer);
    await vi.advanceTimersByTimeAsync(4_000);
    await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Seat a bot' })).toBeTruthy());
  });

  it('says of a bot whose kind cannot be had here that it plays like another, and why', async () => {
    const seen = table('lobby');
    FakeSocket.last.tell({
      ...seen,
      table: {
        ...seen.table,
        people: [...seen.table.people, { ...seen.table.people[0]!, person: 7, name: 'Iris', bot: 'sharp' }],
      },
    });
    const page = await lobby();
    expect(page.textContent).toContain('Sharp, cannot think here');
    await fireEvent.click(screen.getByRole('button', { name: /Iris/ }));
    await vi.waitFor(() => expect(document.body.textContent).toContain('plays like Steady; the log of the house says why.'));
  });

  it('offers a level only for as many as it is good for', async () => {
    const answers: Record<string, unknown> = { '/api/config': { lan: [] } };
    answers['/api/games'] = [
      { ...toy, seats: { low: 2, high: 8 }, bots: ['simple', 'sharp'], only: { sharp: [3] }, warming: ['sharp'] },
    ];
    vi.stubGlobal('fetch', (path: string) => Promise.resolve(new Response(JSON.stringify(answers[path] ?? words))));
    await games(true);
    const seen = table('lobby');
    const bot = { ...seen.table.people[0]!, person: 7, name: 'Iris', bot: 'sharp' };
    const sit = async (people: object[], options = {}): Promise<void> => {
      FakeSocket.last.tell({ ...seen, table: { ...seen.table, host: 0, options, people: [...seen.table.people, ...people] } });
      await vi.advanceTimersByTimeAsync(0);
    };
    await sit([bot]);
    const page = await lobby();
    expect(page.textContent).toContain('Sharp, warming up');
    await sit([bot, { ...bot, person: 8, name: 'Odo', bot: 'simple' }]);
    expect(page.textContent).toContain('Sharp, not for so many');
    await fireEvent.click(screen.getByRole('button', { name: /Iris/ }));
    await vi.waitFor(() => expect(document.body.textContent).toContain('never shown to be stronger, so it plays like Steady.'));
    answers['/api/games'] = [toy];
    await games(true); // what the other tests are told
  });

  it('says why it offers none where they may not', async () => {
    const seen = table('lobby');
    FakeSocket.last.tell({ ...seen, table: { ...seen.table, bots: false } });
    const page = await lobby();
    expect(page.textContent).toContain('6 free chairs. Bots do not sit at a table with these house rules.');
    room.gameWords = new GameWords({ ...words, table: { botless: 'Bots play elsewhere.' } });
    await tick();
    expect(screen.queryByRole('button', { name: 'Seat a bot' })).toBeNull();
    expect(page.textContent).toContain('6 free chairs. Bots play elsewhere.');
    expect(page.textContent).toContain('2 more people, and you can start.');
    expect(page.textContent).not.toContain('or bots');
  });

  it('offers a chair on this device, or says why the game wants a device for each', async () => {
    room.gameWords = new GameWords({ ...words, table: { apart: 'All mime at once.' } });
    const page = await lobby({ felt: 'house' });
    expect(screen.getByRole('button', { name: 'Somebody on this device' })).toBeTruthy();
    expect(page.textContent).not.toContain('All mime at once.');
    cleanup();
    const other = await lobby({ felt: 'house', apart: true });
    expect(screen.queryByRole('button', { name: 'Somebody on this device' })).toBeNull();
    expect(other.textContent).toContain('All mime at once.');
  });

  it('shows a word about something done beside an older one, not behind it', async () => {
    vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.resolve() } });
    const page = await lobby();
    room.notice = 'No.';
    await fireEvent.click(screen.getByRole('button', { name: 'Copy the link' }));
    await tick();
    expect([...page.querySelectorAll('.toasts')].map((toasts) => toasts.textContent)).toEqual([
      expect.stringMatching(/No\.\s*The link is copied\./),
    ]);
  });
});

describe('the story', () => {
  it('leaves out what only passes by', async () => {
    room.gameWords = new GameWords(words);
    FakeSocket.last.tell(table());
    const told = [
      { event: 'count', n: 3 },
      { event: 'moved', seat: 1 },
    ];
    FakeSocket.last.tell(view(0, 0, told));
    await vi.advanceTimersByTimeAsync(2_000);
    const lines = (passing: string[]) => {
      room.passing = passing;
      const { container } = render(Story, { room, page: null });
      return [...container.querySelectorAll('li')].map((line) => line.textContent);
    };
    expect(lines([])).toEqual(['3', 'Noor moved']);
    expect(lines(['count'])).toEqual(['Noor moved']);
  });
});
