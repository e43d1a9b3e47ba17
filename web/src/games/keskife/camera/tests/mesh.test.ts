import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Mesh } from '../mesh.ts';
import type { Signal } from '../outbox.ts';
import { connection, FakeConnection, track } from './fakes.ts';

/** Pages at one table, and the room between them. */
class Room {
  pages = new Map<number, Page>();
  passed: { at: number; from: number; to: number; signal: Signal }[] = [];
  /** After how many ms a signal arrives, once for each time it does. */
  way: (signal: Signal, from: number) => number[] = () => [0];

  sit(person: number, name = `page${person}`): Page {
    const page = new Page(this, person, name);
    this.pages.set(person, page);
    return page;
  }
  pass(from: number, to: number, signal: Signal): void {
    this.passed.push({ at: Date.now(), from, to, signal });
    const arrive = (): void => {
      const [sender, receiver] = [this.pages.get(from), this.pages.get(to)];
      if (sender?.online && receiver?.online) receiver.mesh.receive(from, structuredClone(signal));
    };
    for (const late of this.way(signal, from))
      if (late) setTimeout(arrive, late);
      else arrive();
  }
}

class Page {
  online = true;
  connections: FakeConnection[] = [];
  /** Whether a connection finds a way, by how many were before it. */
  finds: (before: number) => boolean = () => true;
  /** Whether it tells of pictures that come. */
  tells: (before: number) => boolean = () => true;
  readonly mesh: Mesh;

  constructor(
    room: Room,
    readonly person: number,
    name: string,
  ) {
    this.mesh = new Mesh(name, {
      send: (to, signal) => room.pass(person, to, signal),
      connect: () => {
        const pc = connection(`${name}-${this.connections.length}`);
        pc.joins = this.finds(this.connections.length);
        pc.tells = this.tells(this.connections.length);
        this.connections.push(pc);
        return pc;
      },
      changed: () => undefined,
    });
  }
  meet(...people: number[]): this {
    this.mesh.people(people.filter((person) => person !== this.person).map((person) => ({ person, here: true })));
    return this;
  }
  get states(): string[] {
    return this.mesh.others.map(({ peer }) => (peer?.settled ? 'settled' : (peer?.state ?? 'none')));
  }
  get knows(): Record<number, boolean> {
    return Object.fromEntries(this.mesh.others.map(({ person, shows }) => [person, shows.video]));
  }
}

const settle = (ms = 5_000) => vi.advanceTimersByTimeAsync(ms);
let room: Room;

beforeEach(() => {
  vi.useFakeTimers();
  FakeConnection.all = [];
  room = new Room();
});
afterEach(() => void vi.useRealTimers());

describe('a mesh', () => {
  it('knows everybody, and connects nobody while nothing is shown', async () => {
    const pages = [1, 2, 3].map((person) => room.sit(person).meet(1, 2, 3));
    await settle();
    expect(pages.map((page) => page.knows)).toEqual([
      { 2: false, 3: false },
      { 1: false, 3: false },
      { 1: false, 2: false },
    ]);
    expect(FakeConnection.all).toEqual([]);
  });

  it('connects everybody to one who shows something, and all agree', async () => {
    const pages = [1, 2, 3].map((person) => room.sit(person).meet(1, 2, 3));
    await settle();
    for (const page of pages) page.mesh.show('video', track('video'));
    await settle();
    expect(pages.map((page) => page.connections.length)).toEqual([2, 2, 2]);
    expect(FakeConnection.all.map((pc) => pc.signalingState)).toEqual(Array(6).fill('stable'));
    expect(pages[0]!.knows).toEqual({ 2: true, 3: true });
  });

  it.each([[1], [2]])('has one beginner though both turn their cameras on at once, or only one does (%i)', async (shows) => {
    const pages = [1, 2].map((person) => room.sit(person).meet(1, 2)) as [Page, Page];
    await settle();
    room.way = () => [200];
    for (const page of pages.slice(2 - shows)) page.mesh.show('video', track('video'));
    await settle(2_000);
    expect(pages.map((page) => page.states)).toEqual([['settled'], ['settled']]);
    expect(pages.map((page) => page.connections.length)).toEqual([1, 1]);
    pages[1].mesh.show('video', null);
    pages[0].mesh.show('video', track('video'));
    await settle(2_000);
    expect(pages.map((page) => page.states)).toEqual([['settled'], ['settled']]);
  });

  it('takes in who comes late', async () => {
    const early = room.sit(1).meet(1, 2);
    early.mesh.show('video', track('video'));
    await settle();
    const late = room.sit(2).meet(1, 2);
    await settle();
    expect(late.knows).toEqual({ 1: true });
    expect([early.states, late.states, late.connections.length]).toEqual([['settled'], ['settled'], 1]);
  });

  it('lets go of who says good-bye, who leaves the table, and the older page of who comes again', async () => {
    const [a, b, c] = [1, 2, 3].map((person) => room.sit(person).meet(1, 2, 3)) as [Page, Page, Page];
    a.mesh.show('video', track('video'));
    await settle();
    b.mesh.leave();
    expect(a.knows).toEqual({ 3: false });
    const old = a.connections[1]!;
    room.sit(3, 'anew').meet(1, 2, 3);
    await settle();
    expect(a.mesh.others.map(({ page }) => page)).toEqual(['anew']);
    expect(old.closed).toBe(true);
    a.meet(1);
    expect(a.mesh.others).toEqual([]);
    expect(a.connections.every((pc) => pc.closed)).toBe(true);
    expect(c.mesh.others).toHaveLength(1);
  });

  it.each([[1], [2]])('mends what was lost while the line to the room was down (%i)', async (down) => {
    const [b, a] = [down, 3 - down].map((person) => room.sit(person).meet(1, 2)) as [Page, Page];
    await settle();
    b.online = false;
    a.mesh.show('video', track('video'));
    await settle();
    expect(b.knows).toEqual({ [a.person]: false });
    b.online = true;
    b.mesh.again();
    await settle(1_000);
    expect(b.knows).toEqual({ [a.person]: true });
    expect([a.states, b.states]).toEqual([['settled'], ['settled']]);
  });

  it('gives up a failed line to somebody who is gone', async () => {
    const a = room.sit(1).meet(1, 2);
    room.sit(2).meet(1, 2);
    a.mesh.show('video', track('video'));
    await settle();
    a.mesh.people([{ person: 2, here: false }]);
    expect(a.mesh.others).toHaveLength(1); // pictures need no room
    a.connections[0]!.turn('failed');
    expect([a.connections[0]!.closed, a.mesh.others.length]).toEqual([true, 0]);
  });

  it('hears nobody from outside, nothing meant for another page, and no nonsense', async () => {
    const a = room.sit(1).meet(1, 2);
    room.sit(2).meet(1, 2);
    await settle();
    const shows = { video: true, audio: false };
    a.mesh.receive(9, { camera: 'here', page: 'x', shows });
    a.mesh.receive(2, { camera: 'here', page: 'page2', to: 'other', shows });
    for (const nonsense of [
      null,
      7,
      'x',
      {},
      { camera: 'here' },
      { camera: 'notes', page: 'page2', to: 'page1', notes: 'x' },
      { camera: 'bye', page: 'x' },
    ]) {
      a.mesh.receive(2, nonsense);
    }
    a.mesh.receive(2, { camera: 'notes', page: 'page2', to: 'page1', line: 1, notes: [{ candidate: {} }, {}] });
    await settle();
    expect(a.knows).toEqual({ 2: false });
  });

  it('signals no faster than the room passes on, with sixteen people', async () => {
    const people = Array.from({ length: 16 }, (_, i) => i + 1);
    const pages = people.map((person) => room.sit(person).meet(...people));
    await settle(10_000);
    for (const page of pages) page.mesh.show('video', track('video'));
    for (const pc of FakeConnection.all) for (let i = 0; i < 8; i += 1) pc.finds(`${i}`);
    await settle(20_000);
    const mine = room.passed.filter(({ from }) => from === 1).map(({ at }) => at);
    const fastest = Math.max(...mine.map((at) => mine.filter((other) => other >= at && other < at + 1_000).length));
    expect(fastest).toBeLessThanOrEqual(11);
    expect(Math.max(...room.passed.map(({ signal }) => JSON.stringify(signal).length))).toBeLessThan(16_000);
    expect(FakeConnection.all.every((pc) => pc.signalingState === 'stable')).toBe(true);
    expect(pages.map((page) => page.connections.length)).toEqual(Array(16).fill(15)); // nobody lost patience
    const rates = pages[0]!.connections.map((pc) => pc.senders[0]!.parameters.encodings[0]!.maxBitrate!);
    expect(rates.reduce((sum, rate) => sum + rate)).toBeLessThanOrEqual(1_610_000);
  });
});

/** Numbers from 0 to 1 that look random and are the same each time. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

const quiet = async (ms: number): Promise<number> => {
  const before = room.passed.length;
  await settle(ms);
  return room.passed.length - before;
};

describe('a mesh whose signals are lost, come twice or late', () => {
  it.each(Array.from({ length: 20 }, (_, i) => i + 1))('is whole in the end, and falls silent (%i)', async (seed) => {
    const roll = dice(seed);
    room.way = () => {
      const late = (): number => (roll() < 0.3 ? Math.round(roll() * 3_000) : 0);
      return roll() < 0.35 ? [] : roll() < 0.2 ? [late(), late()] : [late()];
    };
    const pages = [1, 2, 3].map((person) => room.sit(person, `${roll()}`).meet(1, 2, 3));
    for (const page of pages.slice(0, 2)) page.mesh.show('video', track('video'));
    await settle(400_000);
    expect(pages.map((page) => page.knows)).toEqual([
      { 2: true, 3: false },
      { 1: true, 3: false },
      { 1: true, 2: true },
    ]);
    expect(pages.map((page) => page.states)).toEqual(Array(3).fill(['settled', 'settled']));
    expect(await quiet(600_000)).toBe(0);
    pages[0]!.mesh.show('video', null);
    await settle(400_000);
    expect([pages[1]!.knows[1], pages[2]!.knows[1]]).toEqual([false, false]);
    expect(await quiet(600_000)).toBe(0);
  });

  it.each([[1], [2]])('finds a page that hears nothing at first (%i)', async (deaf) => {
    room.way = (_, from) => (Date.now() < start + 2_000 && from !== deaf ? [] : [0]);
    const start = Date.now();
    const [a, b] = [1, 2].map((person) => room.sit(person).meet(1, 2)) as [Page, Page];
    a.mesh.show('video', track('video'));
    await settle(10_000);
    expect([a.knows, b.knows]).toEqual([{ 2: false }, { 1: true }]);
    expect([a.states, b.states]).toEqual([['settled'], ['settled']]);
  });

  it('tells again what is shown and was not heard', async () => {
    const [a, b] = [1, 2].map((person) => room.sit(person).meet(1, 2)) as [Page, Page];
    a.mesh.show('video', track('video'));
    await settle();
    room.way = () => [];
    a.mesh.show('video', null);
    await settle(1_000);
    room.way = () => [0];
    expect(b.knows).toEqual({ 1: true });
    await settle();
    expect(b.knows).toEqual({ 1: false });
    expect(await quiet(600_000)).toBe(0);
  });
});

describe('a line that does not come about', () => {
  it.each([[1], [2]])('is given up for another by the one who leads, whoever finds none (%i)', async (blind) => {
    const [a, b] = [1, 2].map((person) => room.sit(person).meet(1, 2)) as [Page, Page];
    room.pages.get(blind)!.finds = (before) => before > 1;
    for (const page of [a, b]) page.mesh.show('video', track('video'));
    await settle(3_000);
    expect([a, b].map((page) => page.connections.length)).toEqual([1, 1]);
    await settle(30_000);
    expect([a.states, b.states]).toEqual([['settled'], ['settled']]);
    expect([a, b].map((page) => page.connections.map(({ closed }) => closed))).toEqual(Array(2).fill([true, true, false]));
    expect(await quiet(600_000)).toBe(0);
  });

  it('is given up once and at once by both where it failed, and has no end where it works', async () => {
    const [a, b] = [1, 2].map((person) => room.sit(person).meet(1, 2)) as [Page, Page];
    for (const page of [a, b]) page.mesh.show('video', track('video'));
    await settle();
    for (const page of [a, b]) page.connections[0]!.turn('failed');
    await settle(1_000);
    expect([a.states, b.states]).toEqual([['settled'], ['settled']]);
    await settle(600_000);
    expect([a, b].map((page) => page.connections.length)).toEqual([2, 2]);
  });

  it('is given up where one side stands still and takes nothing any more', async () => {
    const [a, b] = [1, 2].map((person) => room.sit(person).meet(1, 2)) as [Page, Page];
    for (const page of [a, b]) page.mesh.show('video', track('video'));
    await settle();
    b.connections[0]!.setRemoteDescription = () => Promise.reject(new DOMException('', 'OperationError'));
    a.mesh.show('audio', track('audio'));
    await settle(60_000);
    expect([a.states, b.states]).toEqual([['settled'], ['settled']]);
    expect(b.connections.at(-1)!.remote.length).toBeGreaterThan(0);
  });

  it.each([[1], [2]])(
    'is given up where it works and a picture that is shown never comes, whoever shows it (%i)',
    async (shown) => {
      const [a, b] = [shown, 3 - shown].map((person) => room.sit(person).meet(1, 2)) as [Page, Page];
      b.tells = (before) => before > 0;
      a.mesh.show('video', track('video'));
      await settle(60_000);
      expect([a.states, b.states]).toEqual([['settled'], ['settled']]);
      expect(b.mesh.others.map(({ tracks }) => tracks.map(({ kind }) => kind))).toEqual([['video']]);
      expect(await quiet(600_000)).toBe(0);
    },
  );

  it('is found again by one who forgot the other and comes back', async () => {
    const [a, b] = [1, 2].map((person) => room.sit(person).meet(1, 2)) as [Page, Page];
    for (const page of [a, b]) page.mesh.show('video', track('video'));
    await settle();
    b.mesh.people([{ person: 1, here: false }]);
    b.connections[0]!.turn('failed');
    expect(b.mesh.others).toEqual([]);
    b.meet(1, 2);
    await settle(30_000);
    expect([a.states, b.states]).toEqual([['settled'], ['settled']]);
  });

  it('is tried a few times only, then again when there is news', async () => {
    const [a, b] = [1, 2].map((person) => room.sit(person).meet(1, 2)) as [Page, Page];
    a.finds = b.finds = () => false;
    a.mesh.show('video', track('video'));
    await settle(600_000);
    expect(a.connections.length).toBeGreaterThan(3);
    expect(a.connections.length).toBeLessThan(20);
    expect(room.passed.length).toBeLessThan(150);
    expect(await quiet(3_600_000)).toBe(0);
    b.finds = a.finds = () => true;
    b.mesh.show('video', track('video'));
    await settle(10_000);
    expect([a.states, b.states]).toEqual([['settled'], ['settled']]);
  });

  it('is not called into while the other is away, nor for ever to one who never answers', async () => {
    const a = room.sit(1).meet(1, 2, 3);
    const b = room.sit(2).meet(1, 2, 3);
    a.mesh.show('video', track('video'));
    await settle();
    b.online = false;
    a.mesh.people([
      { person: 2, here: false },
      { person: 3, here: true },
    ]);
    a.connections[0]!.turn('disconnected');
    await settle(600_000);
    const to = (person: number) => room.passed.filter((letter) => letter.to === person && letter.from === 1).length;
    expect(to(3)).toBeLessThan(16);
    const before = to(2);
    expect(await quiet(3_600_000)).toBe(0);
    b.online = true;
    b.mesh.again();
    a.meet(1, 2, 3);
    await settle(10_000);
    expect([to(2) > before, a.states, b.states]).toEqual([true, ['settled'], ['settled']]);
  });

  it('goes to the newest page of somebody who has two, and stays there', async () => {
    const a = room.sit(1).meet(1, 2);
    const one = room.sit(2, 'page2').meet(1, 2);
    a.mesh.show('video', track('video'));
    await settle();
    const two = room.sit(2, 'page3').meet(1, 2);
    const receive = two.mesh.receive.bind(two.mesh);
    two.mesh.receive = (person, data) => (one.mesh.receive(person, data), receive(person, data)); // the room tells both
    await settle();
    one.connections[0]!.turn('failed');
    await settle(600_000);
    expect(a.mesh.others.map(({ page }) => page)).toEqual(['page3']);
    expect(a.connections).toHaveLength(2);
    two.mesh.leave();
    one.mesh.again();
    await settle(10_000);
    expect(a.mesh.others.map(({ page }) => page)).toEqual(['page2']);
  });
});

describe('a television', () => {
  const TV = -4711;
  const kinds = (page: Page): string[][] =>
    page.connections.map((pc) => pc.senders.filter(({ track }) => track).map(({ track }) => track!.kind));

  it.each(['a', 'z'])(
    'is sent pictures without sound by those who meet it, and sends nothing (its page is called %s)',
    async (name) => {
      const [shown, shy] = [room.sit(1, 'm').meet(1, 2, TV), room.sit(2, 'n').meet(1, 2)] as [Page, Page];
      const screen = room.sit(TV, name).meet(1);
      for (const page of [shown, shy]) for (const kind of ['video', 'audio'] as const) page.mesh.show(kind, track(kind));
      await settle();
      expect(screen.knows).toEqual({ 1: true });
      expect([screen.states, kinds(screen)]).toEqual([['settled'], [[]]]);
      expect(kinds(shown)).toEqual(expect.arrayContaining([['video', 'audio'], ['video']]));
      expect(kinds(shy)).toEqual([['video', 'audio']]);
      const said = room.passed.filter(({ to, signal }) => to === TV && signal.camera === 'here');
      expect(said.length).toBeGreaterThan(0);
      expect(said.every(({ from, signal }) => from === 1 && signal.camera === 'here' && !signal.shows.audio)).toBe(true);
    },
  );

  it('has no connection any more as soon as it is met no longer, and is heard no more', async () => {
    const shown = room.sit(1, 'm').meet(1, TV);
    const screen = room.sit(TV, 'a').meet(1);
    shown.mesh.show('video', track('video'));
    await settle();
    expect(screen.states).toEqual(['settled']);
    shown.meet(1);
    expect([shown.connections.map(({ closed }) => closed), shown.mesh.others]).toEqual([[true], []]);
    screen.mesh.again();
    await settle();
    expect([shown.mesh.others, shown.connections.length]).toEqual([[], 1]);
  });

  it('that says it shows something is taken to show nothing', async () => {
    const shown = room.sit(1, 'm').meet(1, TV);
    shown.mesh.receive(TV, { camera: 'here', page: 'a', said: 1, shows: { video: true, audio: true } });
    await settle();
    expect([shown.knows, shown.connections]).toEqual([{ [TV]: false }, []]);
  });
});
