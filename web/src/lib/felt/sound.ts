/*
 * Sounds of felt and wood, made as they are needed (`synth.ts`, which comes with the first): no melodies. Off until asked for.
 * Every sound accompanies something that is also seen. How loud they are is a setting: 0 is off, 1 is loud.
 */

import { settings } from '../settings/settings.svelte.ts';
import type { Sound } from './synth.ts';

let context: AudioContext | null = null;

/**
 * A browser lets nothing be heard before the person has touched the page; what was asked for until then would come all at
 * once.
 */
function ready(): AudioContext | null {
  if (settings.volume === 0 || typeof AudioContext === 'undefined' || navigator.userActivation?.hasBeenActive === false)
    return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  return context;
}

/** Plays a sound, if sounds are wanted. */
export function sound(name: Sound): void {
  const audio = ready();
  if (audio) void import('./synth.ts').then(({ play }) => play(audio, name));
}
