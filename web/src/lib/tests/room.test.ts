import { render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { wait } from '../motion.ts';
import { TableRoom } from '../room.svelte.ts';
import { chairAt, keepChair } from '../store.ts';
import { promptOf as keysPrompt } from '../../games/keys/prompt.ts';
import { promptOf as skyjoPrompt } from '../../games/skyjo/prompt.ts';
import type { Room } from '../game.ts';
import { patienceWith } from '../patience.svelte.ts';
import Standstill from '../shell/Standstill.svelte';
import TakeBack from '../shell/TakeBack.svelte';
import { GameWords, t } from '../words.svelte.ts';
import type { Told } from '../wire.ts';
import { FakeSocket, install, table, view, welcome } from './fake-server.ts';

const turned = (value: number, seat = 1): Told => ({ event: 'turned', seat, value });
const settle = async (): Promise<void> => {
  for (let i = 0; i < 40; i += 1) await tick();
};

let room: TableRoom;

function sit(): FakeSocket {
  keepChair({ table: 'maple-otter-17', game: 'toy', person: 0, token: 'secret' });
  room = new TableRoom('maple-otter-17', 'hand', 'ws://test');
  room.gameWords = new GameWords({ events: { turned: { you: 'You turned {value}', other: '{name} turned {value}' } }, reasons: { no: 'Because no.' } });
  const socket = FakeSocket.last;
  socket.accept();
  socket.tell(welcome);
  socket.tell(table());
  return socket;
}

beforeEach(() => {
  vi.useFakeTimers();
  install();
});
afterEach(() => {
  room.leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a room', () => {
  it('says hello with its token, and knows who it is', () => {
    const socket = sit();
    expect(socket.sent[0]).toMatchObject({ type: 'hello', token: 'secret', language: 'en' });
    expect(room.me?.name).toBe('Ada');
    expect(room.host).toBe(true);
  });

  it('tells whoever has his seat back what a bot played for him, and counts the time of others from then on', async () => {
    const socket = sit();
    const covered = (person: number, cover: string | null) => {
      const now = table();
      now.table.people = now.table.people.map((one) => (one.person === person ? { ...one, cover, covered: cover !== null } : one)) as typeof now.table.people;
      socket.tell(now);
    };
    socket.tell({ ...view(0, 0, []), waits: [{ seat: 1, since: 900 }] });
    await settle();
    expect(room.waits[0]!.since - Date.now() / 1000).toBeCloseTo(-100, 0);
    covered(0, 'own');
    expect(room.announcement).toBe('A bot plays for you now.');
    socket.tell(view(3, 0, [turned(1, 0), turned(2), turned(3, 0)]));
    await settle();
    room.forgetMissed();
    covered(0, null);
    expect([room.announcement, room.missed, room.playedFor]).toEqual(['You play again.', 3, true]);
    covered(1, 'host');
    covered(1, null);
    socket.tell({ ...view(4, 3, [turned(4)]), waits: [{ seat: 1, since: 900 }] });
    await settle();
    expect(room.waits[0]!.since - Date.now() / 1000).toBeGreaterThan(-10);
  });

  it('shows a television and an onlooker no secret: the token stays here', () => {
    keepChair({ table: 'maple-otter-17', game: 'toy', person: 0, token: 'secret' });
    room = new TableRoom('maple-otter-17', 'tv', 'ws://test');
    FakeSocket.last.accept();
    expect(FakeSocket.last.sent[0]).not.toHaveProperty('token');
  });

  it('shows steps one after another, each when the one before has come to rest', async () => {
    const socket = sit();
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
    socket.tell(view(0, 0, []));
    await settle();
    room.mover = async () => undefined;
    socket.tell(view(1, 0, [turned(1)]));
    await settle();
    expect(room.view.cells['step']).toBe(1);
  });

  it('jumps to the last step when the page is hidden', async () => {
    const socket = sit();
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

  it('comes back with how much it has heard, and hears nothing twice', async () => {
    const socket = sit();
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

  it('shows whoever comes back the present at once, and what he missed when he asks for it', async () => {
    const socket = sit();
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
    FakeSocket.last.tell(view(9, 0, Array.from({ length: 34 }, (_, n) => turned(n)), { asked: [0] }));
    await settle();
    expect([films, room.moving, room.view.cells['step'], room.missed]).toEqual([[], false, 9, 34]);
    expect(room.announcement).toBe('You missed 34 moves. It is your turn');
    void room.watch();
    await settle();
    expect([films, room.watching, room.moving, room.view.cells['step'], room.missed]).toEqual([['0-9:34'], true, true, 0, 0]);
    rest();
    await settle();
    expect([room.watching, room.moving, room.view.cells['step'], room.story.length]).toEqual([false, false, 9, 34]);
  });

  it('puts away what was missed with the next move of one\'s own', async () => {
    const socket = sit();
    room.mover = vi.fn();
    socket.tell(view(0, 0, []));
    await settle();
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    socket.tell(view(1, 0, Array.from({ length: 20 }, (_, n) => turned(n)), { asked: [0] }));
    await settle();
    hidden.mockRestore();
    expect(room.missed).toBe(20);
    expect(room.mover).not.toHaveBeenCalled();
    const played = room.play({ do: 'card' });
    socket.tell({ type: 'done', id: socket.last('play')!['id'] });
    await played;
    expect(room.missed).toBe(0);
  });

  it('tells nobody who was here that he missed anything: neither in a burst nor of what waited for a film', async () => {
    const socket = sit();
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
    socket.tell({ ...view(3, 4, Array.from({ length: 31 }, (_, n) => turned(n))), now: room.time() }); // more than anybody waits for
    await settle();
    expect([room.moving, room.view.cells['step'], room.missed]).toEqual([false, 3, 0]);
  });

  it('tells whoever asked for a pause that not everybody has answered', async () => {
    const socket = sit();
    const asks = (by: number | null, left = 0): void => socket.tell({ ...table(), table: { ...table().table, proposal: by === null ? null : { what: 'pause', by, agreed: [by], until: room.time() + left } } });
    const shown = render(Standstill, { room });
    asks(0, 30);
    await settle();
    asks(null); // somebody has said no, or he thinks no more of it
    await settle();
    expect(room.notice).toBe('');
    asks(1);
    await settle();
    asks(null);
    await settle();
    expect([room.notice, room.news.length]).toEqual(['', 0]);
    asks(0);
    await settle();
    asks(null);
    await settle();
    expect([room.notice, room.news.map(({ text }) => text)]).toEqual([t('news.lapsed.you'), [t('news.lapsed.you')]]);
    shown.unmount();
  });

  it('offers to take a play back only where the house says that it can be', async () => {
    const socket = sit();
    socket.tell(view(0, 0, [turned(0), turned(1, 0)]));
    await settle();
    const shown = render(TakeBack, { room, alone: false, press: () => undefined });
    const answered = async (reason: string | null): Promise<number> => {
      await vi.advanceTimersByTimeAsync(1_000);
      expect(room.waiting, 'what may be pressed waits for no question of the page’s own').toBe(false);
      socket.tell({ type: 'because', id: socket.last('may_take_back')!['id'], reason, values: {} });
      await settle();
      return shown.queryAllByRole('button').length;
    };
    expect(await answered('shown')).toBe(0);
    socket.tell(view(1, 2, [turned(2, 0)]));
    await settle();
    expect(await answered(null)).toBe(1);
    shown.unmount();
  });

  it('asks nothing of anybody while the match stands still', async () => {
    const socket = sit();
    const now = (more: object): void => socket.tell({ ...table(), table: { ...table().table, ...more } });
    socket.tell({ ...view(0, 0, [], { asked: [0], legal: [{ do: 'card' }], may: [{ do: 'leave' }] }), waits: [{ seat: 1, since: 900 }] });
    await settle();
    const seen = (): unknown => [room.view.asked, room.view.legal.length, room.view.may.length, patienceWith(room).slow === null ? 0 : 1];
    expect(seen()).toEqual([[0], 1, 1, 1]);
    now({ pause: { by: 1, since: 1000 } });
    expect(seen()).toEqual([[], 0, 0, 0]);
    now({ proposal: { what: 'take_back', by: 1, agreed: [1], until: 1030 } });
    expect(seen()).toEqual([[], 0, 0, 0]);
    const slip = { table: room.table, seat: 0, story: [], words: room.words, tell: () => '', name: () => '', view: { ...room.view, cells: { phase: 'turn', turn: 0 } } } as unknown as Room;
    expect([keysPrompt(slip).title, skyjoPrompt(slip, { held: null } as never, null).title]).toEqual([t('still.stands'), t('still.stands')]);
    now({ proposal: { what: 'pause', by: 1, agreed: [1], until: 1030 } }); // until all agree the match goes on
    expect(seen()).toEqual([[0], 1, 1, 1]);
  });

  it('ends what it shows when somebody is in a hurry', async () => {
    const socket = sit();
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

  it('asks again after a break what was not answered, under the same id', async () => {
    const socket = sit();
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

  it('keeps quiet about what is pressed before an accepted play has come out', async () => {
    const socket = sit();
    socket.tell(view(4, 0, []));
    await settle();
    const first = room.play({ do: 'draw' });
    socket.tell({ type: 'done', id: socket.last('play')!['id'] });
    expect(await first).toBeNull();
    expect(room.waiting).toBe(true);
    const second = room.play({ do: 'draw' });
    socket.tell({ type: 'refused', id: socket.last('play')!['id'], code: 'stale', message: 'x' });
    expect(await second).toMatchObject({ code: 'stale', text: '' });
    expect(room.notice).toBe('');
    socket.tell(view(5, 0, [turned(1)]));
    await settle();
    expect(room.waiting).toBe(false);
  });

  it('does not say why a press was refused once the table has gone on', async () => {
    const socket = sit();
    socket.tell(view(4, 0, []));
    await settle();
    const because = () => socket.tell({ type: 'because', id: socket.last('why')!['id'], reason: 'no' });
    const now = room.why({ do: 'draw' });
    because();
    expect(await now).toBe('Because no.');
    const late = room.why({ do: 'draw' });
    socket.tell(view(5, 0, [turned(1)]));
    await settle();
    because();
    expect(await late).toBe('');
  });

  it('says why a request is refused, and forgets it after a while', async () => {
    const socket = sit();
    socket.tell(view(0, 0, []));
    await settle();
    const answer = room.play({ do: 'turn', slot: 1 });
    socket.tell({ type: 'refused', id: socket.last('play')!['id'], code: 'illegal', message: 'x', reason: 'no' });
    expect(await answer).toMatchObject({ code: 'illegal', text: 'Because no.' });
    expect(room.notice).toBe('Because no.');
    await vi.advanceTimersByTimeAsync(6000);
    expect(room.notice).toBe('');
  });

  it('reads events and turns aloud', async () => {
    const socket = sit();
    socket.tell(view(0, 0, []));
    await settle();
    socket.tell(view(1, 0, [turned(-2)], { asked: [0] }));
    await settle();
    expect(room.announcement).toBe('Noor turned \u22122. It is your turn');
  });

  it('begins a new match with an empty story, without motion', async () => {
    const socket = sit();
    socket.tell(view(9, 0, [turned(1)]));
    await settle();
    const mover = vi.fn();
    room.mover = mover;
    socket.tell(view(0, 0, [], {}, 2));
    await settle();
    expect(room.story).toEqual([]);
    expect(mover).not.toHaveBeenCalled();
  });

  it('knows that it was sent away, gives up the token, and does not come back', async () => {
    const socket = sit();
    socket.tell({ type: 'closed', reason: 'removed' });
    expect(room.ending).toBe('removed');
    expect(chairAt('maple-otter-17')).toBeNull();
    socket.drop();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(FakeSocket.all.length).toBe(1);
  });

  it('plays in frames of one length, whatever is played', async () => {
    const socket = sit();
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
    socket.tell({ type: 'closed', reason: 'elsewhere' });
    expect(room.ending).toBe('elsewhere');
    expect(chairAt('maple-otter-17')).not.toBeNull();
    socket.drop();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(FakeSocket.all.length).toBe(1);
  });

  it('says at the door by which device it comes, and stays away for the evening when asked to', () => {
    const socket = sit();
    expect(socket.last('hello')!['device']).toMatch(/^[0-9a-f]{32}$/);
    socket.tell({ type: 'refused', id: null, code: 'barred', message: 'no' });
    expect(room.ending).toBe('barred');
  });

  it('waits through a shutdown', async () => {
    const socket = sit();
    socket.tell({ type: 'closed', reason: 'shutdown' });
    socket.drop();
    expect(room.ending).toBeNull();
    await vi.advanceTimersByTimeAsync(1000);
    expect(FakeSocket.all.length).toBe(2);
  });

  it('stops when there is no such table', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ code: 'unknown_table', message: 'no' }), { status: 404 })));
    room = new TableRoom('nothing-here-1', 'watch', 'ws://test');
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
    room = new TableRoom('maple-otter-17', 'watch', 'ws://test');
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

  it('corrects its clock by half the way there and back, and no late view puts it back', () => {
    vi.setSystemTime(5_000_000);
    const socket = sit();
    const asked = socket.last('time')!;
    vi.setSystemTime(5_001_000); // the answer took a second: what it says is half a second old
    socket.tell({ type: 'time', sent: asked['sent'], now: 7_000 });
    expect(room.now).toBeCloseTo(7_000.5, 3);
    vi.setSystemTime(5_003_000);
    socket.tell({ ...view(1, 0, []), now: 7_001.5 }); // a second on its way
    expect(room.now).toBeCloseTo(7_002.5, 3);
  });

  it('passes signals on, and never again after the line was lost', () => {
    const socket = sit();
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
