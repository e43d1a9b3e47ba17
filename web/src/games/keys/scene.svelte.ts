/*
 * What lies on the table, and how it moves. The scene is read off the view; while a step is shown it is told on, event by
 * event, so that a coaster is seen to turn before the next one is.
 */

import { tick } from 'svelte';
import type { Mover } from '$lib/game.ts';
import { animate, DEAL, MOVE, Stage, still, TURN, wait } from '$lib/felt/motion.ts';
import { sound } from '$lib/felt/sound.ts';
import type { Told, View } from '$lib/wire.ts';

export type Face = 'regular' | 'key';
export type Shown = Face | 'back';
/** Coasters are being placed and bids made; the challenger flips; it ended on a KEY; the bid was met. */
type Mode = 'placing' | 'flipping' | 'failed' | 'met';

export interface Lying {
  mode: Mode;
  /** What was said in the bidding still stands. */
  bidding: boolean;
  /** Coasters face down in each seat's stack. */
  down: number[];
  /** Those of each stack that were flipped, in order. */
  up: Face[][];
  /** How many each seat holds. */
  hand: number[];
  /** One's own hand, and one's own face-down coasters from the bottom. */
  mine: Face[];
  under: Face[];
  /** Coasters flipped in this challenge, in order, and how many there have to be. */
  row: Face[];
  all: number;
}

export const placeOf = (seat: number): string => `place-${seat}`;
export const stacked = (seat: number, i: number): string => `stack-${seat}-${i}`;
export const flipped = (seat: number, i: number): string => `up-${seat}-${i}`;
export const handOf = (seat: number): string => `hand-${seat}`;
export const held = (face: Face, i: number): string => `held-${face}-${i}`;
export const slot = (i: number): string => `row-${i}`;
export const said = (seat: number): string => `said-${seat}`;
export const RESULT = 'result';
/** Where lost coasters go: off the table. */
export const AWAY = 'away';

/** The room darkens. */
const DUSK = 600;
const LIFT = 180;
/** A lifted coaster hangs before it turns, and the last one of a challenge longer, in silence. */
const HANG = 250;
const SILENCE = 900;
/** A KEY: everything stops. */
const STOP = 500;
/** How a challenge ended stays in sight for at least so long. */
const READ = 3_200;
const NOTE = 1_800;

const faces = (n: number, key: number | null): Face[] => Array.from({ length: n }, (_, i) => (i === key ? 'key' : 'regular'));

function modeOf({ cells, over }: View): Mode {
  if (cells.phase === 'flip') return 'flipping';
  if (cells.phase === 'result') return cells.failed_on === null ? 'met' : 'failed';
  return over && cells.points[cells.winner] === cells.to_win ? 'met' : 'placing';
}

export function lying(view: View): Lying {
  const { cells, players, seat } = view;
  const seats = Array.from({ length: players }, (_, p) => p);
  const mode = modeOf(view);
  const bidding = cells.phase === 'bid';
  const down = seats.map((p) => cells.height[p] - cells.flipped[p]);
  const up = seats.map((p) => faces(cells.flipped[p], cells.failed_on === p ? cells.flipped[p] - 1 : null));
  const hand = seats.map((p) => cells.owned[p] - cells.height[p]);
  const row = up.flat().sort((a, b) => Number(a === 'key') - Number(b === 'key'));
  const all = row.filter((face) => face === 'regular').length + cells.to_flip;
  if (seat === null) return { mode, bidding, down, up, hand, mine: [], under: [], row, all };
  const key = cells.key_at[seat];
  const mine = faces(hand[seat]!, key === 'hand' ? hand[seat]! - 1 : null);
  return { mode, bidding, down, up, hand, mine, under: faces(down[seat]!, typeof key === 'number' ? key - 1 : null), row, all };
}

type Telling = (event: Told, seat: number, show: () => Promise<void>) => Promise<void>;

export class Scene {
  /** What lies on the table while a step is shown. */
  moving: Lying | null = $state.raw(null);
  /** A coaster that shows another side than the one that lies there. */
  turned: { place: string; face: Shown } | null = $state.raw(null);
  /** What has just happened, where no piece can show it. */
  note = $state('');
  readonly #stage: () => Stage | null;
  readonly #tells: (event: Told) => string;
  #seat: number | null = null;
  #ended = 0;

  constructor(stage: () => Stage | null, tells: (event: Told) => string) {
    this.#stage = stage;
    this.#tells = tells;
  }

  /** Shows a step; `from` is what the eye sees now. */
  play(from: Lying): Mover {
    return async (before, _after, events, show) => {
      this.moving = from;
      this.#seat = before.seat;
      for (const event of events) await this.#tell[event.event]?.(event, event.seat ?? -1, show);
      await show();
      this.moving = null;
      this.note = '';
      this.turned = null;
      await tick();
    };
  }

  async #draw(change: Partial<Lying>): Promise<void> {
    this.#stage()?.remember();
    this.moving = { ...this.moving!, ...change };
    await tick();
  }

  async #read(event: Told): Promise<void> {
    this.note = this.#tells(event);
    await wait(NOTE);
  }

  #face = (place: string, face: Shown) => async (): Promise<void> => {
    this.turned = { place, face };
    await tick();
  };

  #changed<T>(list: T[], seat: number, value: T): T[] {
    return list.map((old, p) => (p === seat ? value : old));
  }

  /** Everybody goes from where they sat to where they sit now. */
  async #regroup(): Promise<void> {
    const stage = this.#stage();
    if (!still()) await Promise.all(this.moving!.down.map((_, seat) => stage?.arrive(placeOf(seat), placeOf(seat))));
  }

  async #place(seat: number, face: Face | null): Promise<void> {
    const { down, hand, mine, under } = this.moving!;
    const place = stacked(seat, down[seat]!);
    const change = { down: this.#changed(down, seat, down[seat]! + 1), hand: this.#changed(hand, seat, hand[seat]! - 1) };
    if (face === null) {
      await this.#draw(change);
      await this.#stage()?.arrive(place, handOf(seat));
    } else {
      const at = mine.lastIndexOf(face);
      const from = held(face, mine.filter((one) => one === face).length - 1);
      this.turned = { place, face };
      await this.#draw({ ...change, mine: mine.filter((_, i) => i !== at), under: [...under, face] });
      await this.#stage()?.arrive(place, from, { turn: this.#face(place, 'back') });
    }
    sound('coaster');
  }

  /** A coaster lifts, hangs, and turns where it lies. */
  async #turnOver(place: string, face: Face, hang: number): Promise<void> {
    const element = this.#stage()?.at(place);
    const show = this.#face(place, face);
    if (!element || still()) return show();
    element.style.zIndex = '20';
    const high = 'translateY(-16%) scale(1.08)';
    const side = (degrees: number) => `${high} perspective(700px) rotateY(${degrees}deg)`;
    const run = (frames: Keyframe[], duration: number, easing: string) =>
      animate(element, frames, { duration, easing, fill: 'both' });
    const lift = run([{ transform: 'none' }, { transform: side(0) }], LIFT, 'ease-out');
    await wait(LIFT + hang);
    sound('turn');
    const away = run([{ transform: side(0) }, { transform: side(90) }], TURN / 2, 'ease-in');
    await wait(TURN / 2);
    await show();
    const back = run([{ transform: side(-90) }, { transform: side(0) }], TURN / 2, 'ease-out');
    await wait(TURN / 2);
    if (face === 'key') {
      await wait(STOP);
      run([{ transform: side(0) }, { transform: 'translateY(-8%) scale(1.5)' }], MOVE, 'ease-out');
      await wait(MOVE);
    } else for (const animation of [lift, away, back]) animation.cancel();
    element.style.zIndex = '';
  }

  async #flip(seat: number, face: Face): Promise<void> {
    const { down, up, under, row, all } = this.moving!;
    const top = stacked(seat, down[seat]! - 1);
    const last = row.length === all - 1;
    await this.#turnOver(top, face, last ? HANG + SILENCE : HANG);
    const stage = this.#stage();
    await this.#draw({
      mode: face === 'key' ? 'failed' : 'flipping',
      down: this.#changed(down, seat, down[seat]! - 1),
      up: this.#changed(up, seat, [...up[seat]!, face]),
      under: seat === this.#seat ? under.slice(0, -1) : under,
      row: [...row, face],
    });
    this.turned = null;
    const next = face === 'key' ? RESULT : flipped(seat, up[seat]!.length);
    await Promise.all([stage?.arrive(next, top), stage?.arrive(slot(row.length), top)]);
    if (face === 'regular') sound('tick');
  }

  async #meet(): Promise<void> {
    sound('bell');
    await this.#draw({ mode: 'met' });
    await this.#stage()?.arrive(RESULT, slot(this.moving!.row.length - 1));
    this.#ended = Date.now();
  }

  /** All coasters go back to their owners' hands; with the first of them the challenge is over, in the top bar too. */
  async #sweep(event: Told, show: () => Promise<void>): Promise<void> {
    await wait(READ - (Date.now() - this.#ended));
    const stage = this.#stage();
    this.note = this.#tells(event);
    await this.#draw({ mode: 'placing', bidding: false, row: [], all: 0 });
    await show();
    await this.#regroup();
    sound('sweep');
    const { down, up, hand, mine, under } = this.moving!;
    const none = down.map(() => 0);
    const back =
      this.#seat === null
        ? []
        : [...mine, ...under, ...up[this.#seat]!].sort((a, b) => Number(a === 'key') - Number(b === 'key'));
    const empty = {
      down: none,
      up: none.map((): Face[] => []),
      hand: hand.map((n, p) => n + down[p]! + up[p]!.length),
      mine: back,
      under: [],
    };
    const leaving = down.flatMap((n, p) =>
      [...Array.from({ length: n }, (_, i) => stacked(p, i)), ...up[p]!.map((_, i) => flipped(p, i))].map(
        (place) => [p, place] as const,
      ),
    );
    let drawn: Promise<void> | null = null;
    const gone = (): Promise<void> => (drawn ??= this.#draw(empty));
    const owners = [...new Set(leaving.map(([owner]) => owner))];
    await Promise.all(
      owners.map((p) =>
        stage?.depart(
          leaving.filter(([owner]) => owner === p).map(([, place]) => place),
          handOf(p),
          gone,
        ),
      ),
    );
    await gone();
  }

  async #lose(seat: number, face: Face | null, event: Told): Promise<void> {
    const { hand, mine } = this.moving!;
    const change = { hand: this.#changed(hand, seat, hand[seat]! - 1) };
    const reading = this.#read(event);
    if (face === null) await this.#draw(change);
    else {
      const at = mine.lastIndexOf(face);
      const gone = () => this.#draw({ ...change, mine: mine.filter((_, i) => i !== at) });
      await this.#stage()?.depart([held(face, mine.filter((one) => one === face).length - 1)], AWAY, gone);
    }
    await reading;
  }

  readonly #tell: Record<string, Telling> = {
    placed: ({ coaster }, seat) => this.#place(seat, (coaster ?? null) as Face | null),
    bid: async (_event, seat, show) => {
      this.#stage()?.remember();
      await show();
      this.moving = { ...this.moving!, bidding: true };
      await tick();
      sound('card');
      await this.#stage()?.arrive(said(seat), handOf(seat));
    },
    passed: () => wait(DEAL),
    challenger: async ({ coasters }) => {
      await this.#draw({ mode: 'flipping', bidding: false, row: [], all: coasters as number });
      await Promise.all([this.#regroup(), wait(DUSK)]);
    },
    flipped: ({ coaster }, seat) => this.#flip(seat, coaster as Face),
    failed: () => {
      this.#ended = Date.now();
      return Promise.resolve();
    },
    succeeded: () => this.#meet(),
    returned: (event, _seat, show) => this.#sweep(event, show),
    lost: (event, seat) => this.#lose(seat, (event['coaster'] ?? null) as Face | null, event),
    out: (event) => this.#read(event),
    left: (event) => this.#read(event),
  };
}
