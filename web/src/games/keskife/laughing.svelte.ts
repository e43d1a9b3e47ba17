/*
 * The laugh afterwards: the round is shown once more, beat by beat, and then its funniest pairs. It runs on this page alone and
 * keeps nobody waiting but the last score sheet. Where motion is unwelcome it does not begin by itself.
 */

import { still } from '$lib/felt/motion.ts';
import type { View } from '$lib/wire.ts';
import { beatsOf, copiesOf, funniest, type Copied } from './laugh.ts';

/** How long a beat stands, one in which somebody copies, and a pair by itself, in ms. */
const BEAT = 420;
const COPY = 950;
const PAIR = 2_000;
/** All beats together stand no longer, so that a round is told before its leader's time is over. */
const BEATS = 6_500;

/** What is shown now: a beat with what was copied in it, or one pair by itself. */
export interface Again {
  gesture: (seat: number) => string;
  copied: Copied | null;
  /** From 0; null where a pair is shown. */
  beat: number | null;
  beats: number;
}

export class Laughing {
  now: Again | null = $state.raw(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended: (() => void) | null = null;

  /** Shows the round from its first beat; resolves when all is shown, or was skipped. */
  async begin(view: View): Promise<void> {
    this.skip();
    const frames = framesOf(view);
    if (!frames.length) return;
    const whole = frames.reduce((sum, { beat, copied }) => sum + (beat === null ? 0 : copied ? COPY : BEAT), 0);
    const pace = Math.min(1, BEATS / whole);
    const long = ({ beat, copied }: Again): number => (beat === null ? PAIR : (copied ? COPY : BEAT) * pace);
    await new Promise<void>((done) => {
      this.#ended = done;
      const show = (at: number): void => {
        const frame = frames[at];
        if (!frame) return this.skip();
        this.now = frame;
        this.#timer = setTimeout(() => show(at + 1), long(frame));
      };
      show(0);
    });
  }

  /** By itself, where motion is welcome. */
  async follow(view: View): Promise<void> {
    if (!still()) await this.begin(view);
  }

  skip(): void {
    clearTimeout(this.#timer);
    this.now = null;
    this.#ended?.();
    this.#ended = null;
  }
}

export function framesOf(view: View): Again[] {
  const gesture = view.cells.gesture as (string | null)[][];
  const beats = beatsOf(view);
  const copies = copiesOf(view);
  const round = Array.from({ length: beats }, (_, beat): Again => {
    const [copied = null] = funniest(
      view,
      copies.filter((one) => one.beat === beat),
      1,
    );
    return { beat, beats, copied, gesture: (seat) => gesture[seat]?.[beat] ?? 'rest' };
  });
  const pairs = funniest(view, copies).map((copied): Again => {
    const both = [copied.seat, copied.of];
    return { beat: null, beats, copied, gesture: (seat) => (both.includes(seat) ? copied.gesture : 'rest') };
  });
  return [...round, ...pairs];
}
