import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Room } from '$lib/game.ts';
import { Cameras } from '../cameras.svelte.ts';
import { connection, track } from './fakes.ts';

class FakeStream {
  constructor(public tracks: MediaStreamTrack[] = []) {}
  getTracks = () => this.tracks;
  getVideoTracks = () => this.tracks.filter(({ kind }) => kind === 'video');
  addTrack = (added: MediaStreamTrack) => void (this.tracks.includes(added) || this.tracks.push(added));
  removeTrack = (old: MediaStreamTrack) => void (this.tracks = this.tracks.filter((one) => one !== old));
}

const ask = vi.fn<() => Promise<FakeStream>>();
const signal = vi.fn<(person: number, data: unknown) => void>();
let room: Room;
let cameras: Cameras;
let shot: MediaStreamTrack & { stop: ReturnType<typeof vi.fn> };

const settle = () => vi.advanceTimersByTimeAsync(1_000);

beforeEach(async () => {
  vi.useFakeTimers();
  shot = Object.assign(track('video'), { stop: vi.fn() });
  ask.mockReset().mockImplementation(() => Promise.resolve(new FakeStream([shot])));
  signal.mockReset();
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('MediaStream', FakeStream);
  vi.stubGlobal('RTCPeerConnection', function create() {
    return connection();
  });
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: ask } });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"ice": []}', { status: 200 })));
  room = { signal, signalled: null } as unknown as Room;
  cameras = new Cameras(room);
  cameras.people([{ person: 2, here: true }]);
  await settle();
});
afterEach(() => {
  cameras.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a camera', () => {
  it('is not asked for by itself', () => {
    expect(signal).toHaveBeenCalledWith(2, expect.objectContaining({ camera: 'here', shows: { video: false, audio: false } }));
    expect([ask.mock.calls.length, cameras.video.state]).toEqual([0, 'off']);
  });

  it('stops when it is turned off, and when the table goes', async () => {
    await cameras.turn('video', true);
    expect([cameras.video.state, cameras.own === null]).toEqual(['on', false]);
    await cameras.turn('video', false);
    expect([cameras.video.state, cameras.own, shot.stop.mock.calls.length]).toEqual(['off', null, 1]);
    await cameras.turn('video', true);
    cameras.close();
    expect([shot.stop.mock.calls.length, room.signalled]).toEqual([2, null]);
  });

  it('stays off when it is turned off while the browser asks', async () => {
    let answer: (stream: FakeStream) => void = () => undefined;
    ask.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    const asking = cameras.turn('video', true);
    expect(cameras.video.state).toBe('asking');
    await cameras.turn('video', false);
    answer(new FakeStream([shot]));
    await asking;
    expect([cameras.video.state, cameras.own, shot.stop.mock.calls.length]).toEqual(['off', null, 1]);
  });

  it('that is taken away says so', async () => {
    await cameras.turn('video', true);
    shot.onended?.(new Event('ended'));
    expect(cameras.video).toEqual({ state: 'off', trouble: 'ended' });
  });

  it.each([
    ['NotAllowedError', 'denied'],
    ['NotFoundError', 'missing'],
    ['NotReadableError', 'busy'],
    ['TypeError', 'failed'],
  ])('says why it does not start: %s', async (name, trouble) => {
    ask.mockRejectedValue(new DOMException('', name));
    await cameras.turn('video', true);
    expect(cameras.video).toEqual({ state: 'off', trouble });
  });

  it('is never asked for on plain http', async () => {
    vi.stubGlobal('isSecureContext', false);
    await cameras.turn('video', true);
    expect([cameras.video.trouble, ask.mock.calls.length]).toEqual(['insecure', 0]);
  });

  it('does not touch the microphone, nor the microphone the camera', async () => {
    await cameras.turn('video', true);
    expect(ask).toHaveBeenLastCalledWith(expect.not.objectContaining({ audio: expect.anything() }));
    expect(cameras.audio.state).toBe('off');
  });
});

it('another page is seen with what it shows, until it says good-bye', () => {
  room.signalled?.(2, { camera: 'here', page: 'other', shows: { video: true, audio: false } });
  expect(cameras.seen.get(2)).toMatchObject({ shows: { video: true, audio: false }, stream: null, state: 'new' });
  room.signalled?.(2, { camera: 'bye', page: 'other' });
  expect(cameras.seen.size).toBe(0);
});

describe('the last seconds', () => {
  const again = track('video', 'again');
  const picture = { close: vi.fn() } as unknown as ImageBitmap;
  const filmed = vi.fn(() => ({
    take: () => Promise.resolve(picture),
    screen: () => ({ track: again, draw: () => undefined }),
    close: () => undefined,
  }));
  const seen = (): string | undefined => cameras.own?.getVideoTracks()[0]?.id;

  beforeEach(() => {
    filmed.mockClear();
    cameras.close();
    cameras = new Cameras(room, filmed);
  });

  it('are not kept without a yes, nor without a picture', async () => {
    await cameras.turn('video', true);
    cameras.follow('act');
    await cameras.turn('video', false);
    cameras.laugh(true);
    cameras.follow('act');
    cameras.follow('show');
    await settle();
    expect([filmed.mock.calls.length, seen()]).toEqual([0, undefined]);
  });

  it('take the place of the picture once, when the fingers are out, and then it is of now again', async () => {
    await cameras.turn('video', true);
    cameras.laugh(true);
    for (const phase of ['act', 'count_out', 'point']) {
      cameras.follow(phase);
      await settle();
      expect(seen(), phase).toBe(shot.id);
    }
    cameras.follow('show');
    cameras.follow('show');
    expect([seen(), filmed.mock.calls.length]).toEqual([again.id, 1]);
    await settle();
    await settle();
    expect(seen()).toBe(shot.id);
  });

  it.each([
    ['the person says no', () => cameras.laugh(false), 'shot'],
    ['the next round begins', () => cameras.follow('naming'), 'shot'],
    ['the camera is turned off', () => void cameras.turn('video', false), ''],
  ])('end as soon as %s', async (_, end, then) => {
    await cameras.turn('video', true);
    cameras.laugh(true);
    cameras.follow('act');
    await settle();
    cameras.follow('show');
    expect(seen()).toBe(again.id);
    end();
    expect(seen() ?? '').toBe(then && shot.id);
    await settle();
    expect(seen() ?? '').toBe(then && shot.id);
  });
});
