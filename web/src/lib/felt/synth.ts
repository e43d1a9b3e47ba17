/* How each sound is made, of noise and of tones. */

import { settings } from '../settings/settings.svelte.ts';

export type Sound = 'card' | 'turn' | 'sweep' | 'coaster' | 'coin' | 'lock' | 'tick' | 'chair' | 'bell';

let hiss: AudioBuffer | null = null;

function noise(audio: AudioContext): AudioBufferSourceNode {
  if (!hiss) {
    hiss = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }
  const source = audio.createBufferSource();
  source.buffer = hiss;
  return source;
}

/** A loudness that rises at once (or over `rise` seconds) and dies away. */
function fade(audio: AudioContext, at: number, peak: number, length: number, rise = 0.004): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(peak * settings.volume, at + rise);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(audio.destination);
  return gain;
}

/** Something soft: noise through a band. */
function brush(
  audio: AudioContext,
  wait: number,
  pitch: number,
  width: number,
  peak: number,
  length: number,
  rise?: number,
): void {
  const at = audio.currentTime + wait;
  const source = noise(audio);
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  filter.Q.value = width;
  source.connect(filter).connect(fade(audio, at, peak, length, rise));
  source.start(at, Math.random() * 0.2);
  source.stop(at + length);
}

/** Something hard: a tone that drops a little. */
function knock(
  audio: AudioContext,
  wait: number,
  pitch: number,
  peak: number,
  length: number,
  drop = 0.8,
  shape: OscillatorType = 'sine',
): void {
  const at = audio.currentTime + wait;
  const tone = audio.createOscillator();
  tone.type = shape;
  tone.frequency.setValueAtTime(pitch, at);
  tone.frequency.exponentialRampToValueAtTime(pitch * drop, at + length);
  tone.connect(fade(audio, at, peak, length));
  tone.start(at);
  tone.stop(at + length);
}

const SOUNDS: Record<Sound, (audio: AudioContext) => void> = {
  card: (a) => {
    brush(a, 0, 1700, 0.8, 0.32, 0.07);
    knock(a, 0.006, 150, 0.3, 0.06, 0.6);
  },
  turn: (a) => {
    brush(a, 0, 3200, 1.2, 0.16, 0.09, 0.03);
    brush(a, 0.17, 1500, 0.8, 0.28, 0.06);
  },
  sweep: (a) => {
    brush(a, 0, 1100, 0.7, 0.3, 0.34, 0.12);
    knock(a, 0.3, 140, 0.3, 0.08, 0.6);
  },
  coaster: (a) => {
    knock(a, 0, 420, 0.35, 0.07, 0.7, 'triangle');
    brush(a, 0, 900, 1, 0.22, 0.05);
  },
  coin: (a) => {
    knock(a, 0, 2100, 0.16, 0.18, 0.98);
    knock(a, 0.012, 3370, 0.1, 0.14, 0.99);
  },
  lock: (a) => {
    brush(a, 0, 2600, 3, 0.22, 0.05);
    knock(a, 0.14, 300, 0.35, 0.07, 0.7, 'triangle');
    brush(a, 0.14, 1800, 2, 0.26, 0.06);
  },
  tick: (a) => {
    knock(a, 0, 980, 0.35, 0.05, 0.85, 'triangle');
  },
  chair: (a) => {
    knock(a, 0, 92, 0.16, 0.2, 1.25, 'sawtooth');
    brush(a, 0.05, 420, 4, 0.12, 0.22, 0.08);
  },
  bell: (a) => {
    knock(a, 0, 784, 0.26, 0.9, 1);
    knock(a, 0, 2160, 0.06, 0.5, 1);
  },
};

export function play(audio: AudioContext, name: Sound): void {
  SOUNDS[name](audio);
}
