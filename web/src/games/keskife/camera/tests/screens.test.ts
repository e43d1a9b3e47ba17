import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answer, Room } from '$lib/game.ts';
import { Screens } from '../screens.svelte.ts';

const show = vi.fn<(television: number, yes: boolean) => Promise<Answer>>();
let table: { televisions: { television: number; here: boolean; shows: number[] }[] };
let screens: Screens;

beforeEach(() => {
  show.mockReset().mockResolvedValue(null);
  table = {
    televisions: [
      { television: 4711, here: true, shows: [] },
      { television: 5822, here: true, shows: [] },
    ],
  };
  screens = new Screens({ table, me: { person: 1 }, show } as unknown as Room);
});
/** The room has heard it. */
const heard = (...shows: number[]): void => void (table.televisions[0]!.shows = shows);

describe('a person and a television', () => {
  it('asks, and is shown nothing that the person has not said yes to on this page', () => {
    expect([screens.asking, screens.seen]).toEqual([[4711, 5822], []]);
    heard(1); // said on another page, or before this one was loaded anew
    expect([screens.wants(4711), screens.seen]).toEqual([false, []]);
  });

  it('is sent the picture when both the person and the room have agreed, and only that one', async () => {
    await screens.show(4711, true);
    expect(show.mock.calls).toEqual([[4711, true]]);
    expect([screens.asking, screens.seen]).toEqual([[5822], []]);
    heard(2);
    expect(screens.seen).toEqual([]);
    heard(1, 2);
    expect(screens.seen).toEqual([{ person: -4711, here: true }]);
  });

  it('is sent nothing any more at once when the person takes it back, whatever the line does', async () => {
    await screens.show(4711, true);
    heard(1);
    show.mockReturnValue(new Promise(() => undefined));
    void screens.show(4711, false);
    expect([screens.seen, show.mock.lastCall]).toEqual([[], [4711, false]]);
  });

  it('is sent nothing any more when the camera is off, and asks no second time', async () => {
    await screens.show(4711, true);
    await screens.show(5822, false);
    heard(1);
    screens.none();
    expect([screens.seen, screens.asking, show.mock.calls]).toEqual([
      [],
      [],
      [
        [4711, true],
        [4711, false],
      ],
    ]);
  });

  it('is not said to be shown what the room refused', async () => {
    show.mockResolvedValue({ code: 'no_such_television', message: '', text: '' });
    await screens.show(4711, true);
    expect(screens.wants(4711)).toBe(false);
  });

  it('is neither listed nor asked about while its line is down, and is not forgotten', async () => {
    await screens.show(4711, true);
    heard(1);
    table.televisions[0]!.here = false;
    expect([screens.here, screens.seen]).toEqual([[5822], [{ person: -4711, here: false }]]);
  });
});
