import { describe, expect, it, vi } from 'vitest';
import { chairAt } from '../store.ts';
import { FakeSocket, view, welcome } from './fake-server.ts';
import { ada, atTheTable, open, settle, sit } from './seated.ts';

atTheTable();

describe('a page that is connected to a table', () => {
  it('asks again after a break what was not answered, under the same id', async () => {
    const socket = sit();
    const { room } = ada;
    socket.tell(view(4, 0, []));
    await settle();
    const answer = room.play({ do: 'turn', slot: 1 });
    const asked = socket.last('play')!;
    expect(asked).toMatchObject({ match: 1, question: 4, actions: [{ do: 'turn', slot: 1 }] });
    expect(room.waiting).toBe(true);
    socket.drop();
    await vi.advanceTimersByTimeAsync(1000);
    const again = FakeSocket.last;
    again.accept();
    again.tell(welcome);
    expect(again.last('play')).toEqual(asked);
    again.tell(view(5, 0, []));
    again.tell({ type: 'done', id: asked['id'] });
    expect(await answer).toBeNull();
    expect(room.waiting).toBe(false);
  });

  it('sends what came too fast again, a little later each time and under the same id', async () => {
    const socket = sit();
    const { room } = ada;
    const answer = room.ask({ type: 'ready', ready: true });
    const asked = socket.last('ready')!;
    const tooFast = () => socket.tell({ type: 'refused', id: asked['id'], code: 'too_fast', message: 'x' });
    const times = () => socket.sent.filter((message) => message['type'] === 'ready').length;
    tooFast();
    await vi.advanceTimersByTimeAsync(300);
    expect([times(), room.waiting]).toEqual([2, true]);
    tooFast();
    await vi.advanceTimersByTimeAsync(300);
    expect(times()).toBe(2);
    await vi.advanceTimersByTimeAsync(300);
    expect(times()).toBe(3);
    expect(socket.last('ready')).toEqual(asked);
    socket.tell({ type: 'done', id: asked['id'] });
    expect(await answer).toBeNull();
    expect(room.notice).toBe('');
  });

  it('says why a request is refused, and forgets it after a while', async () => {
    const socket = sit();
    const { room } = ada;
    socket.tell(view(0, 0, []));
    await settle();
    const answer = room.play({ do: 'turn', slot: 1 });
    socket.tell({ type: 'refused', id: socket.last('play')!['id'], code: 'illegal', message: 'x', reason: 'no' });
    expect(await answer).toMatchObject({ code: 'illegal', text: 'Because no.' });
    expect(room.notice).toBe('Because no.');
    await vi.advanceTimersByTimeAsync(6000);
    expect(room.notice).toBe('');
  });

  it('knows that it was sent away, gives up the token, and does not come back', async () => {
    const socket = sit();
    const { room } = ada;
    socket.tell({ type: 'closed', reason: 'removed' });
    expect(room.ending).toBe('removed');
    expect(chairAt('maple-otter-17')).toBeNull();
    socket.drop();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(FakeSocket.all.length).toBe(1);
  });

  it('plays in frames of one length, whatever is played', async () => {
    const socket = sit();
    const { room } = ada;
    socket.tell(view(0, 0, []));
    await settle();
    void room.play({ do: 'draw' });
    void room.play({ do: 'a-much-longer-word', slot: 12, other: 'é' });
    void room.plan([]);
    const lengths = ['play', 'plan'].map((type) => new TextEncoder().encode(JSON.stringify(socket.last(type))).length);
    expect(lengths).toEqual([1024, 1024]);
  });

  it('lets go of a line for other screens and keeps the chair', async () => {
    const socket = sit();
    const { room } = ada;
    socket.tell({ type: 'closed', reason: 'elsewhere' });
    expect(room.ending).toBe('elsewhere');
    expect(chairAt('maple-otter-17')).not.toBeNull();
    socket.drop();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(FakeSocket.all.length).toBe(1);
  });

  it('says at the door by which device it comes, and stays away for the evening when asked to', () => {
    const socket = sit();
    const { room } = ada;
    expect(socket.last('hello')!['device']).toMatch(/^[0-9a-f]{32}$/);
    socket.tell({ type: 'refused', id: null, code: 'barred', message: 'no' });
    expect(room.ending).toBe('barred');
  });

  it('waits through a shutdown', async () => {
    const socket = sit();
    const { room } = ada;
    socket.tell({ type: 'closed', reason: 'shutdown' });
    socket.drop();
    expect(room.ending).toBeNull();
    await vi.advanceTimersByTimeAsync(1000);
    expect(FakeSocket.all.length).toBe(2);
  });

  it('stops when there is no such table', async () => {
    vi.stubGlobal('fetch', () =>
      Promise.resolve(new Response(JSON.stringify({ code: 'unknown_table', message: 'no' }), { status: 404 })),
    );
    const room = open('nothing-here-1', 'watch', 'ws://test');
    FakeSocket.last.drop();
    await vi.advanceTimersByTimeAsync(1000);
    expect(room.ending).toBe('unknown');
  });

  it('hangs up a line that has gone silent, and dials again', async () => {
    const socket = sit();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(socket.last('time')).toBeDefined();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(FakeSocket.all.length).toBe(2);
  });

  it('dials again when a line does not open, or opens and does not greet', async () => {
    open('maple-otter-17', 'watch', 'ws://test');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(FakeSocket.all.map((socket) => socket.readyState)).toEqual([3, 0]);
    FakeSocket.last.accept();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(FakeSocket.all.map((socket) => socket.readyState)).toEqual([3, 3, 0]);
    FakeSocket.last.accept();
    FakeSocket.last.tell(welcome);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(FakeSocket.all.length).toBe(3);
  });

  it('passes signals on, and never again after the line was lost', () => {
    const socket = sit();
    const { room } = ada;
    const heard = vi.fn();
    room.signalled = heard;
    room.signal(1, { hello: 2 });
    expect(socket.last('signal')).toMatchObject({ person: 1, data: { hello: 2 } });
    expect(room.waiting).toBe(false);
    socket.tell({ type: 'signal', person: 1, data: 'x' });
    expect(heard).toHaveBeenCalledWith(1, 'x');
    room.signal(-4711, 'to a television');
    expect(socket.last('signal')).toMatchObject({ television: 4711, data: 'to a television' });
    expect(socket.last('signal')).not.toHaveProperty('person');
    socket.tell({ type: 'signal', television: 4711, data: 'y' });
    expect(heard).toHaveBeenLastCalledWith(-4711, 'y');
    socket.drop();
    room.signal(1, 'lost');
    vi.advanceTimersByTime(1000);
    FakeSocket.last.accept();
    FakeSocket.last.tell(welcome);
    expect(FakeSocket.last).not.toBe(socket);
    expect(FakeSocket.last.last('signal')).toBeUndefined();
  });
});
