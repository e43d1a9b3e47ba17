import { afterEach, expect, it, vi } from 'vitest';
import { Bench } from '../bench/bench.svelte.ts';
import type { FromWorker, ToWorker } from '../tab/messages.ts';

vi.mock('../bench/kept.ts', () => ({ keepDraft: () => Promise.resolve() }));

const DONE: Record<string, unknown> = {
  put: { fault: null, game: { seats: { low: 2, high: 4 } } },
  table: { chair: { table: 'green-owl', person: 1, token: '' }, same: true, place: [0, 0] },
  laws: 0,
};

/** A worker that does all at once, but for the hundred games. */
class Slow {
  static games: ((figures: object) => void)[] = [];
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  postMessage(message: ToWorker): void {
    if (message.kind !== 'do') return;
    const did = (done: unknown): void =>
      this.onmessage!({ data: { kind: 'did', id: message.id, text: JSON.stringify({ done }) } });
    if (message.what === 'figures') Slow.games.push(did);
    else queueMicrotask(() => did(DONE[message.what] ?? null));
  }
  terminate(): void {}
}

afterEach(() => vi.unstubAllGlobals());

it('shows no hundred games of other rules than it has now', async () => {
  vi.stubGlobal('Worker', Slow);
  const bench = new Bench({ name: 'hop', files: {}, changed: 0, players: 2, options: {}, seed: 1 });
  await vi.waitFor(() => expect(Slow.games).toHaveLength(1));
  bench.lay(3);
  await vi.waitFor(() => expect(Slow.games).toHaveLength(2));
  Slow.games[0]!({ players: 2 });
  await new Promise((done) => setTimeout(done));
  expect(bench.figures).toBeNull();
  Slow.games[1]!({ players: 3 });
  await vi.waitFor(() => expect(bench.figures).toEqual({ players: 3 }));
  bench.leave();
});
