import { describe, expect, it, vi } from 'vitest';
import { FakeSocket, view, welcome } from './fake-server.ts';
import { ada, atTheTable, settle, sit, turned } from './seated.ts';

atTheTable();

describe('what was missed', () => {
  it('comes back with how much it has heard, and hears nothing twice', async () => {
    const socket = sit();
    const { room } = ada;
    socket.tell(view(0, 0, [turned(1), turned(2)]));
    await settle();
    socket.drop();
    expect(room.online).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    const again = FakeSocket.last;
    expect(again).not.toBe(socket);
    again.accept();
    expect(again.sent[0]).toMatchObject({ type: 'hello', match: 1, heard: 2 });
    again.tell(view(1, 1, [turned(2), turned(3)]));
    await settle();
    expect(room.story.map((event) => event['value'])).toEqual([1, 2, 3]);
    expect(room.online).toBe(true);
  });

  it('shows whoever comes back the present at once, and what they missed when they ask for it', async () => {
    const socket = sit();
    const { room } = ada;
    socket.tell(view(0, 0, []));
    await settle();
    const films: string[] = [];
    let rest = (): void => undefined;
    room.mover = async (before, after, events, show) => {
      films.push(`${before.cells['step']}-${after.cells['step']}:${events.length}`);
      await new Promise<void>((done) => (rest = done));
      await show();
    };
    socket.drop();
    await vi.advanceTimersByTimeAsync(1000);
    FakeSocket.last.accept();
    FakeSocket.last.tell(welcome);
    FakeSocket.last.tell(
      view(
        9,
        0,
        Array.from({ length: 34 }, (_, n) => turned(n)),
        { asked: [0] },
      ),
    );
    await settle();
    expect([films, room.moving, room.view.cells['step'], room.missed]).toEqual([[], false, 9, 34]);
    expect(room.aloud.text).toBe('You missed 34 moves. It is your turn');
    void room.watch();
    await settle();
    expect([films, room.watching, room.moving, room.view.cells['step'], room.missed]).toEqual([['0-9:34'], true, true, 0, 0]);
    rest();
    await settle();
    expect([room.watching, room.moving, room.view.cells['step'], room.story.length]).toEqual([false, false, 9, 34]);
  });

  it("puts away what was missed with the next move of one's own", async () => {
    const socket = sit();
    const { room } = ada;
    room.mover = vi.fn();
    socket.tell(view(0, 0, []));
    await settle();
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    socket.tell(
      view(
        1,
        0,
        Array.from({ length: 20 }, (_, n) => turned(n)),
        { asked: [0] },
      ),
    );
    await settle();
    hidden.mockRestore();
    expect(room.missed).toBe(20);
    expect(room.mover).not.toHaveBeenCalled();
    const played = room.play({ do: 'card' });
    socket.tell({ type: 'done', id: socket.last('play')!['id'] });
    await played;
    expect(room.missed).toBe(0);
  });

  it('tells nobody who was here that they missed anything: neither in a burst nor of what waited for a film', async () => {
    const socket = sit();
    const { room } = ada;
    let rest = (): void => undefined;
    room.mover = async (_before, _after, _events, show) => {
      await new Promise<void>((done) => (rest = done));
      await show();
    };
    socket.tell(view(0, 0, []));
    await settle();
    socket.tell(view(1, 0, [turned(1)]));
    await settle();
    socket.tell(view(2, 1, [turned(2), turned(3), turned(4)]));
    await vi.advanceTimersByTimeAsync(5_000); // the first is being watched for so long
    rest();
    await settle();
    expect([room.moving, room.missed]).toEqual([true, 0]);
    rest();
    await settle();
    socket.tell({
      ...view(
        3,
        4,
        Array.from({ length: 31 }, (_, n) => turned(n)),
      ),
      now: room.time(),
    }); // more than anybody waits for
    await settle();
    expect([room.moving, room.view.cells['step'], room.missed]).toEqual([false, 3, 0]);
  });
});
