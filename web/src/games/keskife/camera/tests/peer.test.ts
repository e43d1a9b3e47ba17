import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Peer, type Note } from '../peer.ts';
import { connection, track, type FakeConnection } from './fakes.ts';

interface Side {
  pc: RTCPeerConnection & FakeConnection;
  peer: Peer;
  said: Note[];
  states: RTCPeerConnectionState[];
}

function side(name: string, polite: boolean): Side {
  const pc = connection(name);
  const said: Note[] = [];
  const states: RTCPeerConnectionState[] = [];
  const peer = new Peer(pc, polite, { send: (note) => said.push(note), track: () => undefined, state: (state) => states.push(state) });
  return { pc, peer, said, states };
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

describe('a line that breaks', () => {
  it('looks for another way at once when it failed, and after a while when it stutters', () => {
    const { pc, peer, states } = side('a', true);
    peer.show('video', track('video'));
    pc.turn('connected');
    pc.turn('disconnected');
    expect(pc.restarts).toBe(0);
    pc.turn('connected');
    vi.advanceTimersByTime(10_000);
    expect(pc.restarts).toBe(0);
    pc.turn('disconnected');
    vi.advanceTimersByTime(10_000);
    expect(pc.restarts).toBe(1);
    pc.turn('failed');
    expect(pc.restarts).toBe(2);
    expect(states.at(-1)).toBe('failed');
  });

  it('says an unanswered offer again when the room is back', async () => {
    const [a, b] = [side('a', true), side('b', false)];
    a.peer.show('video', track('video'));
    await settle();
    a.said.length = 0; // lost
    a.peer.resume();
    await talk(a, b);
    expect([a.pc.signalingState, b.pc.signalingState]).toEqual(['stable', 'stable']);
  });

  it('takes an offer it has answered once more, and an answer too late as nothing', async () => {
    const [a, b] = [side('a', true), side('b', false)];
    a.peer.show('video', track('video'));
    await settle();
    await b.peer.receive(a.said[0]!);
    b.said.length = 0; // the answer is lost
    a.said.length = 0;
    a.peer.resume();
    await talk(a, b);
    expect(a.pc.signalingState).toBe('stable');
    await a.peer.receive({ description: { type: 'answer', sdp: 'late' } });
    await a.peer.receive({ candidate: { candidate: 'x' } });
    expect(a.pc.signalingState).toBe('stable');
    expect(a.pc.candidates).toHaveLength(1);
  });

  it.each([[true], [false]])('comes about though what was said at first is lost, and nobody says so (polite: %s)', async (polite) => {
    const [a, b] = [side('a', polite), side('b', !polite)];
    a.peer.show('video', track('video'));
    b.peer.show('video', track('video'));
    await settle();
    a.said.length = b.said.length = 0; // both offers
    await vi.advanceTimersByTimeAsync(7_000);
    await talk(a, b);
    expect([a.pc.signalingState, b.pc.signalingState]).toEqual(['stable', 'stable']);
  });

  it('is looked for anew where all was agreed and no way was found', async () => {
    const [a, b] = [side('a', true), side('b', false)];
    a.peer.show('video', track('video'));
    await talk(a, b);
    await vi.advanceTimersByTimeAsync(4_000);
    expect([a.pc.restarts, b.pc.restarts]).toEqual([0, 1]); // the polite one waits for the other
  });

  it('says a new picture again on a good connection, until it is answered', async () => {
    const [a, b] = [side('a', false), side('b', true)];
    a.peer.show('video', track('video'));
    await talk(a, b);
    a.pc.turn('connected');
    a.peer.show('audio', track('audio'));
    await settle();
    a.said.length = 0; // lost
    await vi.advanceTimersByTimeAsync(4_000);
    expect(types(a.said)).toEqual(['offer']);
    await talk(a, b);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(a.said).toEqual([]);
    expect(a.pc.restarts).toBe(0);
  });

  it('does not call for ever to one who is gone, and not after it is closed', async () => {
    const a = side('a', false);
    a.peer.show('video', track('video'));
    await vi.advanceTimersByTimeAsync(3_600_000);
    const said = a.said.length;
    expect(said).toBeGreaterThan(3);
    expect(said).toBeLessThan(10);
    a.peer.resume();
    await settle();
    expect(a.said.length).toBe(said + 1);
    a.peer.close();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(a.said.length).toBe(said + 1);
  });

  it('leaves a good connection alone', () => {
    const { pc, peer } = side('a', true);
    pc.turn('connected');
    peer.resume();
    expect(pc.restarts).toBe(0);
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
    expect(pc.senders.map((sender) => sender.parameters.encodings[0])).toEqual([{ maxBitrate: 100_000, maxFramerate: 15 }, { maxBitrate: 24_000 }]);
  });

  it('ends with the connection', async () => {
    const { pc, peer, said } = side('a', true);
    peer.show('video', track('video'));
    peer.close();
    await settle();
    pc.turn('failed');
    expect([pc.closed, pc.restarts, said]).toEqual([true, 0, []]);
  });
});
