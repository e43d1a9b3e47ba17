import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Peer, type Note } from '../peer.ts';
import { connection, track, type FakeConnection } from './fakes.ts';

interface Side {
  pc: RTCPeerConnection & FakeConnection;
  peer: Peer;
  said: Note[];
  came: string[];
  states: string[];
}

function side(name: string, polite: boolean): Side {
  const pc = connection(name);
  const said: Note[] = [];
  const came: string[] = [];
  const states: string[] = [];
  const state = () => states.push(`${pc.connectionState} ${pc.signalingState}`);
  const taken = ({ kind }: MediaStreamTrack) => came.push(kind);
  const peer = new Peer(pc, { polite, takes: true }, { send: (note) => said.push(note), track: taken, state });
  return { pc, peer, said, came, states };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

/** Carries what both have said to the other until nobody says anything more. */
async function talk(a: Side, b: Side): Promise<void> {
  await settle();
  for (let turns = 0; turns < 10 && a.said.length + b.said.length; turns += 1) {
    const [fromA, fromB] = [a.said.splice(0), b.said.splice(0)];
    for (const note of fromA) void b.peer.receive(note);
    for (const note of fromB) void a.peer.receive(note);
    await settle();
  }
}

const types = (notes: Note[]) => notes.map((note) => ('description' in note ? note.description.type : 'candidate'));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('one side begins', () => {
  it('offers when it shows something, and the other answers', async () => {
    const [a, b] = [side('a', true), side('b', false)];
    a.peer.show('video', track('video'));
    await settle();
    expect(types(a.said)).toEqual(['offer']);
    await talk(a, b);
    expect([a.pc.signalingState, b.pc.signalingState]).toEqual(['stable', 'stable']);
    expect(b.pc.remote.map(({ type }) => type)).toEqual(['offer']);
    expect(a.pc.remote.map(({ type }) => type)).toEqual(['answer']);
  });

  it('is seen though the other turns its camera on while it takes the answer', async () => {
    const [a, b] = [side('a', true), side('b', false)];
    b.peer.show('video', track('video'));
    a.peer.begin();
    await settle();
    await b.peer.receive(a.said.shift()!);
    const take = a.pc.setRemoteDescription.bind(a.pc);
    a.pc.setRemoteDescription = (description) => {
      const taken = take(description);
      for (const kind of ['video', 'audio'] as const) a.peer.show(kind, track(kind));
      return taken;
    };
    await talk(a, b);
    expect([a.came, b.came]).toEqual([['video'], ['video', 'audio']]);
    expect([a.pc.signalingState, b.pc.signalingState]).toEqual(['stable', 'stable']);
  });

  it('adds nothing that was turned off again meanwhile, nor to a connection that was closed', async () => {
    const [a, b] = [side('a', true), side('b', false)];
    a.peer.begin();
    await settle();
    const [offer] = a.said;
    void b.peer.receive(offer!);
    b.peer.show('video', track('video'));
    b.peer.show('video', null);
    await settle();
    void b.peer.receive(offer!);
    b.peer.show('audio', track('audio'));
    b.peer.close();
    await settle();
    expect(b.pc.senders).toEqual([]);
  });

  it('passes candidates on', async () => {
    const [a, b] = [side('a', true), side('b', false)];
    a.peer.show('video', track('video'));
    await settle();
    a.pc.finds('host');
    await talk(a, b);
    expect(b.pc.candidates).toEqual([{ candidate: 'host' }]);
  });
});

describe('both begin at once', () => {
  it.each([[true], [false]])('ends in one agreement, whoever is polite (%s)', async (first) => {
    const [a, b] = [side('a', first), side('b', !first)];
    a.peer.show('video', track('video'));
    b.peer.show('video', track('video'));
    await settle();
    expect([types(a.said), types(b.said)]).toEqual([['offer'], ['offer']]);
    a.pc.finds('a');
    b.pc.finds('b');
    await talk(a, b);
    expect([a.pc.signalingState, b.pc.signalingState]).toEqual(['stable', 'stable']);
    const [polite, rude] = first ? [a, b] : [b, a];
    expect(polite.pc.remote.map(({ type }) => type)).toEqual(['offer']);
    expect(rude.pc.remote.map(({ type }) => type)).toEqual(['answer']);
    expect(rude.pc.candidates).toEqual([]); // those of the offer it passed over
    expect(polite.pc.candidates).toHaveLength(1);
  });
});

describe('what is lost, or said twice', () => {
  it('says an unanswered offer once more when told to, and nothing else', async () => {
    const [a, b] = [side('a', true), side('b', false)];
    a.peer.repeat();
    a.peer.show('video', track('video'));
    await settle();
    expect(a.peer.unanswered).toBe(true);
    a.said.length = 0; // lost
    a.peer.repeat();
    await talk(a, b);
    expect([a.pc.signalingState, b.pc.signalingState]).toEqual(['stable', 'stable']);
    a.peer.repeat();
    b.peer.repeat();
    expect([a.said, b.said]).toEqual([[], []]);
  });

  it('takes an offer it has answered once more, and an answer too late as nothing', async () => {
    const [a, b] = [side('a', true), side('b', false)];
    a.peer.show('video', track('video'));
    await settle();
    await b.peer.receive(a.said[0]!);
    b.said.length = 0; // the answer is lost
    a.said.length = 0;
    a.peer.repeat();
    await talk(a, b);
    expect(a.pc.signalingState).toBe('stable');
    await a.peer.receive({ description: { type: 'answer', sdp: 'late' }, number: 1 });
    await a.peer.receive({ candidate: { candidate: 'x' } });
    expect(a.pc.signalingState).toBe('stable');
    expect(a.pc.candidates).toHaveLength(1);
  });

  it('takes no answer to an older offer for one to the newer, and no older offer after a newer one', async () => {
    const [a, b] = [side('a', true), side('b', false)];
    a.peer.show('video', track('video'));
    await settle();
    const first = a.said.shift()!;
    await b.peer.receive(first);
    const answer = b.said[0]!;
    await talk(a, b);
    a.peer.show('audio', track('audio'));
    await settle();
    await a.peer.receive(answer); // once more
    expect(a.peer.unanswered).toBe(true);
    await talk(a, b);
    await b.peer.receive(first);
    expect(a.pc.remote).toHaveLength(2);
    expect(b.pc.remote).toHaveLength(2);
  });

  it('goes on taking candidates when an old offer comes once more while it offers itself', async () => {
    const [a, b] = [side('a', true), side('b', false)];
    a.peer.show('video', track('video'));
    await settle();
    const first = a.said[0]!;
    await talk(a, b);
    b.peer.show('video', track('video'));
    await settle();
    await b.peer.receive(first);
    await b.peer.receive({ candidate: { candidate: 'x' } });
    expect(b.pc.candidates).toHaveLength(1);
  });

  it('is settled once it is connected with nothing left to agree on, and says each change', async () => {
    const [a, b] = [side('a', true), side('b', false)];
    a.peer.show('video', track('video'));
    await talk(a, b);
    expect(a.peer.settled).toBe(false);
    a.pc.turn('connected');
    expect(a.peer.settled).toBe(true);
    a.peer.show('audio', track('audio'));
    await settle();
    expect(a.peer.settled).toBe(false);
    expect(a.states).toEqual(['new have-local-offer', 'new stable', 'connected stable', 'connected have-local-offer']);
  });
});

describe('what is sent', () => {
  it('goes off and on again on the same line', async () => {
    const [a, b] = [side('a', true), side('b', false)];
    a.peer.show('video', track('video', 'one'));
    await talk(a, b);
    a.peer.show('video', null);
    await talk(a, b);
    expect(a.pc.senders.map((sender) => sender.track)).toEqual([null]);
    const again = track('video', 'two');
    a.peer.show('video', again);
    await settle();
    expect(a.pc.senders.map((sender) => sender.track)).toEqual([again]);
    expect(a.said).toEqual([]);
  });

  it('is measured, for each kind its own', () => {
    const { pc, peer } = side('a', true);
    peer.show('video', track('video'));
    peer.show('audio', track('audio'));
    peer.measure('video', { bits: 100_000, pictures: 15 });
    peer.measure('audio', { bits: 24_000 });
    expect(pc.senders.map((sender) => sender.parameters.encodings[0])).toEqual([
      { maxBitrate: 100_000, maxFramerate: 15 },
      { maxBitrate: 24_000 },
    ]);
  });

  it('ends with the connection', async () => {
    const { pc, peer, said } = side('a', true);
    peer.show('video', track('video'));
    peer.close();
    await settle();
    pc.turn('failed');
    expect([pc.closed, said]).toEqual([true, []]);
  });
});

describe('a side that takes nothing', () => {
  it('sends in one direction, and declines what the other would send before it answers', async () => {
    const pc = connection('a');
    const taken = vi.fn();
    const peer = new Peer(pc, { polite: true, takes: false }, { send: () => undefined, track: taken, state: () => undefined });
    peer.show('video', track('video'));
    expect(pc.transceivers.map(({ direction }) => direction)).toEqual(['sendonly']);
    const [own] = pc.transceivers;
    own!.direction = 'sendrecv';
    const other = { ...own!, sender: { ...own!.sender, track: null } } as unknown as typeof own;
    pc.ontrack?.({ track: track('video'), transceiver: own! });
    pc.ontrack?.({ track: track('audio'), transceiver: other! });
    expect([own!.direction, other!.direction, taken.mock.calls]).toEqual(['sendonly', 'inactive', []]);
  });
});
