import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GameWords } from '$lib/words.svelte.ts';
import words from '../../../../../../src/parlour/games/keskife/words.en.json';
import Check from '../Check.svelte';
import { agree, agreed } from '../agreed.ts';
import { choose, chosen } from '../devices.ts';
import { open } from '../media.ts';

const device = (kind: MediaDeviceKind, deviceId: string, label: string) => ({ kind, deviceId, label }) as MediaDeviceInfo;
const BUILT_IN = device('videoinput', 'built-in', 'Built-in camera');
const DESK = device('videoinput', 'desk', 'Camera on the desk');
const STAND_IN = device('audioinput', 'default', 'Default: headset');
const HEADSET = device('audioinput', 'headset', 'Headset');
const LAPTOP = device('audioinput', 'laptop', '');

type Track = MediaStreamTrack & { stop: ReturnType<typeof vi.fn> };
class FakeStream {
  constructor(private readonly tracks: MediaStreamTrack[]) {}
  getTracks = () => this.tracks;
}
class FakeAudio {
  createAnalyser = () => ({ fftSize: 32, getByteTimeDomainData: () => undefined });
  createMediaStreamSource = () => ({ connect: () => undefined });
  close = () => Promise.resolve();
}

/** What is plugged in, what the browser gives when it is asked for nothing in particular, and what it gave. */
let there: MediaDeviceInfo[];
let usual: Record<string, string>;
let given: Track[];
let media: EventTarget;

function give(wanted: MediaStreamConstraints): Promise<FakeStream> {
  const [kind, more] = Object.entries(wanted)[0] as ['video' | 'audio', MediaTrackConstraints];
  const exact = (more.deviceId as { exact: string } | undefined)?.exact;
  const one = there.find(({ deviceId }) => deviceId === (exact ?? usual[kind]));
  if (!one) return Promise.reject(new DOMException('', 'OverconstrainedError'));
  const track = { kind, stop: vi.fn(), getSettings: () => one } as unknown as Track;
  given.push(track);
  return Promise.resolve(new FakeStream([track]));
}
const check = () => render(Check, { say: new GameWords(words).say, close: () => undefined, fine: () => undefined });
const choice = (name: string) => screen.findByRole<HTMLSelectElement>('combobox', { name });
const used = () => given.map((track) => track.getSettings().deviceId);

beforeEach(() => {
  there = [BUILT_IN, DESK, STAND_IN, HEADSET, LAPTOP];
  usual = { video: 'built-in', audio: 'default' };
  given = [];
  media = Object.assign(new EventTarget(), { getUserMedia: vi.fn(give), enumerateDevices: () => Promise.resolve(there) });
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('MediaStream', FakeStream);
  vi.stubGlobal('AudioContext', FakeAudio);
  vi.stubGlobal('navigator', { mediaDevices: media, languages: ['en'] });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the choice of a camera', () => {
  it('names each and says which is open', async () => {
    check();
    const cameras = await choice('Which camera');
    expect([...cameras.options].map(({ text }) => text)).toEqual(['Built-in camera', 'Camera on the desk']);
    await vi.waitFor(() => expect(cameras.value).toBe('built-in'));
  });

  it('closes the one and opens the other, which opens at the table too', async () => {
    check();
    await fireEvent.change(await choice('Which camera'), { target: { value: 'desk' } });
    await vi.waitFor(() => expect(used()).toEqual(['built-in', 'desk']));
    expect(given.map(({ stop }) => stop.mock.calls.length)).toEqual([1, 0]);
    cleanup();
    expect(given[1]!.stop).toHaveBeenCalledOnce();
    expect(chosen('video')).toBe('desk');
    expect((await open('video')).getSettings().deviceId).toBe('desk');
  });

  it('is none where there is one camera, and comes when another is plugged in', async () => {
    there = [BUILT_IN];
    check();
    await vi.waitFor(() => expect(given).toHaveLength(1));
    await new Promise((listed) => setTimeout(listed));
    expect(screen.queryByRole('combobox')).toBeNull();
    there = [BUILT_IN, DESK];
    media.dispatchEvent(new Event('devicechange'));
    expect((await choice('Which camera')).options).toHaveLength(2);
  });

  it('falls back on any camera where the chosen one is not there', async () => {
    choose('video', 'gone');
    check();
    const cameras = await choice('Which camera');
    await vi.waitFor(() => expect([used(), cameras.value]).toEqual([['built-in'], 'built-in']));
    expect(screen.queryByText(words.table.camera_missing)).toBeNull();
  });

  it('says what keeps the chosen one from opening, and leaves the others to be chosen', async () => {
    choose('video', 'desk');
    vi.mocked(navigator.mediaDevices.getUserMedia).mockRejectedValueOnce(new DOMException('', 'NotReadableError'));
    check();
    await screen.findByText(words.table.camera_busy);
    await fireEvent.change(await choice('Which camera'), { target: { value: 'built-in' } });
    await vi.waitFor(() => expect(used()).toEqual(['built-in']));
    expect(screen.queryByText(words.table.camera_busy)).toBeNull();
  });
});

describe('the choice of a microphone', () => {
  it('is none where what Chromium lists twice is one', async () => {
    there = [BUILT_IN, STAND_IN, HEADSET];
    check();
    await fireEvent.click(await screen.findByRole('button', { name: 'Try the microphone' }));
    await screen.findByText(words.table.camera_check_speak);
    await new Promise((listed) => setTimeout(listed));
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('stands beside that of the camera, and gives a number to what has no name', async () => {
    check();
    await fireEvent.click(await screen.findByRole('button', { name: 'Try the microphone' }));
    const microphones = await choice('Which microphone');
    expect([...microphones.options].map(({ text }) => text)).toEqual(['Default: headset', 'Headset', 'Microphone 3']);
    await vi.waitFor(() => expect(microphones.value).toBe('default'));
    await fireEvent.change(microphones, { target: { value: 'laptop' } });
    await vi.waitFor(() => expect(used()).toEqual(['built-in', 'default', 'laptop']));
    expect([chosen('audio'), chosen('video')]).toEqual(['laptop', '']);
  });
});

it('who has seen their picture and finds it fine agrees to be seen, once; who closes it does not', async () => {
  const [fine, close] = [vi.fn(() => agree('maple')), vi.fn()];
  render(Check, { say: new GameWords(words).say, close, fine });
  const done = screen.getByRole<HTMLButtonElement>('button', { name: 'I look fine' });
  expect(done.disabled).toBe(true);
  await vi.waitFor(() => expect(done.disabled).toBe(false));
  await fireEvent.click(done);
  expect(fine).toHaveBeenCalledOnce();
  expect(close).toHaveBeenCalledOnce();
  expect([agreed('otter'), agreed('maple'), agreed('maple')]).toEqual([false, true, false]);
});
