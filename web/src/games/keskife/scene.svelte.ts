/*
 * What is seen that a view alone does not say: the reveal, told step by step while the ballot's view is still drawn, and the
 * captions of the sounds. Everything else is drawn at once, because these clocks do not wait.
 */

import type { Mover } from '$lib/game.ts';
import { still, wait } from '$lib/felt/motion.ts';
import { sound } from '$lib/felt/sound.ts';
import type { Sound } from '$lib/felt/synth.ts';
import type { Told, View } from '$lib/wire.ts';
import { firstSeat, has } from './cast.ts';
import type { Laughing } from './laughing.svelte.ts';

/** All fingers are drawn in 500 ms; then they are read, and then the lamp has found the monkey. */
const POINTING = 1_400;
const LAMP = 1_500;
/** How long the last reveal lies before the score sheet covers it. */
const READING = 4_000;
const CAPTION_FOR = 1_200;

/** Who points at whom, seat to first seat of a unit, and the first seats of the monkeys the lamp has found. */
export interface Shown {
  fingers: [number, number][];
  monkeys: number[];
}

const CUES: Record<string, Sound> = {
  ...{
    dealt: 'sweep',
    numbers: 'turn',
    ready: 'card',
    count_in: 'tick',
    count_out: 'tick',
    gesture: 'card',
    hands_up: 'bell',
    stopped: 'chair',
  },
};

/** What has been revealed in a view: nothing before the reveal. */
export function revealed(view: View): Shown | null {
  const { phase, vote, voted, card, dealt, units } = view.cells;
  if (phase !== 'show' && phase !== 'naming' && !(phase === 'over' && dealt)) return null;
  const fingers: [number, number][] = [];
  for (let seat = 0; seat < view.players; seat++)
    if (has(voted, seat) && vote[seat] !== null) fingers.push([seat, firstSeat(view, vote[seat])]);
  const monkeys = Array.from({ length: units }, (_, unit) => unit).filter((unit) => card[unit] === 'monkey');
  return { fingers, monkeys: monkeys.map((unit) => firstSeat(view, unit)) };
}

export class Scene {
  /** What is shown of the reveal while it is told. */
  telling: Shown | null = $state.raw(null);
  /** The word of the sound that was made last. */
  caption = $state('');
  #fading: ReturnType<typeof setTimeout> | undefined;
  readonly #laughing: Laughing;

  constructor(laughing: Laughing) {
    this.#laughing = laughing;
  }

  readonly mover: Mover = async (_before, after, events, show) => {
    const revealed = events.some(({ event }) => event === 'monkey');
    if (revealed) await this.#reveal(events);
    else this.#cue(events);
    await show();
    this.telling = null;
    const laughed = revealed ? this.#laughing.follow(after) : Promise.resolve();
    if (!after.over) return; // what comes next waits for nobody's laugh
    await laughed;
    await wait(READING);
  };

  #cue(events: Told[]): void {
    const told = events.findLast(({ event }) => event in CUES);
    if (!told) return;
    const counted = told['number'] as number | undefined;
    if (counted === undefined) this.#make(CUES[told.event]!, told.event);
    else if (counted === 0 && told.event === 'count_in') this.#make('bell', 'go');
    else this.#make('tick', ''); // the numeral is its picture
  }

  #make(name: Sound, caption: string): void {
    sound(name);
    this.caption = caption;
    clearTimeout(this.#fading);
    this.#fading = setTimeout(() => (this.caption = ''), CAPTION_FOR);
  }

  async #reveal(events: Told[]): Promise<void> {
    if (still()) return;
    const fingers = events
      .filter(({ event }) => event === 'finger')
      .map((told): [number, number] => [told.seat!, told['at'] as number]);
    const monkeys = events.filter(({ event }) => event === 'monkey').map((told) => told.seat!);
    this.telling = { fingers, monkeys: [] };
    this.#make('coaster', 'fingers');
    await wait(POINTING);
    this.telling = { fingers, monkeys };
    this.#make('lock', 'lamp');
    await wait(LAMP);
  }
}
