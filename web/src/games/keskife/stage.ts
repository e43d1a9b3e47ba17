/* What takes the space in the middle of the table is given. */

import type { Component, Snippet } from 'svelte';
import type { Room } from '$lib/game.ts';
import type { Again } from './laughing.svelte.ts';
import type { Shown } from './scene.svelte.ts';

/** People who may be pressed, to point at or to name; units by their first seats. */
export interface Pressing {
  label: string;
  /** Those that may be pressed. */
  open: number[];
  chosen: number | null;
  onpress(seat: number): void;
}

export interface StageProps {
  room: Room;
  /** Fingers and monkeys, while they are shown: elements marked `data-seat` are where Fingers.svelte draws from and to. */
  shown: Shown | null;
  /** Hands are up, until all point. */
  hands: boolean;
  /** The round is shown once more, in the fingers' place; only where gestures are played. */
  again?: Again | null;
  /** In front of cameras one presses the pictures; on the other stages a ballot takes its place. */
  pressing?: Pressing | null;
  /**
   * While all play: what is said of it. In front of cameras it stands with the pictures, and `spare` in a cell that is
   * left over.
   */
  acting?: { title: string; help: string } | null;
  spare?: Snippet;
  /** What lies over it: the number that is counted. */
  children?: Snippet;
}
export type StageComponent = Component<StageProps>;
