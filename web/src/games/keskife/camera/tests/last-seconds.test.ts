import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Film } from '../film.ts';
import { LastSeconds } from '../last-seconds.ts';
import { track } from './fakes.ts';

const again = Object.assign(track('video', 'again'), { stop: vi.fn() });
let taken: { n: number; close: ReturnType<typeof vi.fn> }[];
let drawn: number[];
let film: Film;
let last: LastSeconds;

beforeEach(() => {
  vi.useFakeTimers();
  [taken, drawn] = [[], []];
  again.stop.mockClear();
  film = {
    take: () => {
      const picture = { n: taken.length, close: vi.fn() };
      taken.push(picture);
      return Promise.resolve(picture as unknown as ImageBitmap);
    },
    screen: () => ({ track: again, draw: (picture) => void drawn.push((picture as unknown as { n: number }).n) }),
    close: vi.fn(),
  };
  last = new LastSeconds(film);
});
afterEach(() => {
  last.forget();
  vi.useRealTimers();
});

const open = (): number => taken.filter(({ close }) => !close.mock.calls.length).length;

it('keeps the last six seconds and no more, shows them in order, and has forgotten them then', async () => {
  await vi.advanceTimersByTimeAsync(20_000);
  expect([taken.length, open()]).toEqual([160, 48]);
  const begun = vi.fn();
  const shown = last.show(begun);
  expect(begun).toHaveBeenCalledWith(again);
  await vi.advanceTimersByTimeAsync(6_000);
  await shown;
  expect(drawn).toEqual(Array.from({ length: 48 }, (_, i) => 112 + i));
  expect([open(), again.stop.mock.calls.length, vi.mocked(film.close).mock.calls.length]).toEqual([0, 1, 1]);
});

it('takes no more once it rests, and forgets at once what is shown when it is told to', async () => {
  await vi.advanceTimersByTimeAsync(2_000);
  last.rest();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(taken).toHaveLength(16);
  void last.show(() => undefined);
  await vi.advanceTimersByTimeAsync(500);
  last.forget();
  const until = drawn.length;
  await vi.advanceTimersByTimeAsync(5_000);
  expect([drawn.length, open(), again.stop.mock.calls.length]).toEqual([until, 0, 1]);
});

it('shows nothing where no picture came', async () => {
  const none = new LastSeconds({ ...film, take: () => Promise.resolve(null) });
  await vi.advanceTimersByTimeAsync(1_000);
  const begun = vi.fn();
  await none.show(begun);
  expect(begun).not.toHaveBeenCalled();
});
