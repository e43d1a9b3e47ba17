import { describe, expect, it, vi } from 'vitest';
import { wait } from '../felt/motion.ts';
import { view } from './fake-server.ts';
import { ada, atTheTable, settle, sit, turned } from './seated.ts';

atTheTable();

describe('what is shown', () => {
  it('shows steps one after another, each when the one before has come to rest', async () => {
    const socket = sit();
    const { room } = ada;
    const log: string[] = [];
    const rests: (() => void)[] = [];
    socket.tell(view(0, 0, []));
    await settle();
    room.mover = async (before, after, events, show) => {
      log.push(`${before.cells['step']}-${after.cells['step']}:${events.length}`);
      await show();
      await new Promise<void>((rest) => rests.push(rest));
    };
    socket.tell(view(1, 0, [turned(1)]));
    socket.tell(view(2, 1, [turned(2), turned(3)]));
    await settle();
    expect(log).toEqual(['0-1:1']);
    expect([room.moving, room.before?.cells['step'], room.view.cells['step']]).toEqual([true, 0, 1]);
    rests.shift()!();
    await settle();
    expect(log).toEqual(['0-1:1', '1-2:2']);
    rests.shift()!();
    await settle();
    expect([room.moving, room.before, room.story.length]).toEqual([false, null, 3]);
  });

  it('draws the step itself when a table forgets to, or fails', async () => {
    const socket = sit();
    const { room } = ada;
    socket.tell(view(0, 0, []));
    await settle();
    room.mover = async () => undefined;
    socket.tell(view(1, 0, [turned(1)]));
    await settle();
    expect(room.view.cells['step']).toBe(1);
  });

  it('jumps to the last step when the page is hidden', async () => {
    const socket = sit();
    const { room } = ada;
    socket.tell(view(0, 0, []));
    await settle();
    const mover = vi.fn();
    room.mover = mover;
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    for (let n = 0; n < 5; n += 1) socket.tell(view(n + 1, n, [turned(n)]));
    await settle();
    expect(mover).not.toHaveBeenCalled();
    expect(room.view.cells['step']).toBe(5);
    vi.restoreAllMocks();
  });

  it('ends what it shows when somebody is in a hurry', async () => {
    const socket = sit();
    const { room } = ada;
    socket.tell(view(0, 0, []));
    await settle();
    room.mover = async (_before, _after, _events, show) => {
      await wait(60_000);
      await show();
    };
    socket.tell(view(1, 0, [turned(1)]));
    await settle();
    expect([room.moving, room.view.cells['step']]).toEqual([true, 0]);
    room.hurry();
    await settle();
    expect([room.moving, room.view.cells['step']]).toEqual([false, 1]);
  });

  it('begins a new match with an empty story, without motion', async () => {
    const socket = sit();
    const { room } = ada;
    socket.tell(view(9, 0, [turned(1)]));
    await settle();
    const mover = vi.fn();
    room.mover = mover;
    socket.tell(view(0, 0, [], {}, 2));
    await settle();
    expect(room.story).toEqual([]);
    expect(mover).not.toHaveBeenCalled();
  });
});
