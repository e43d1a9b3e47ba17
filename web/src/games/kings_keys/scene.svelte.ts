/*
 * What lies where, and how it moves. The scene is read off the view; while a step is shown it is told on, event by event,
 * so that a card is seen to leave one zone and to come to the next.
 */

import { tick } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import type { Mover } from '$lib/game.ts';
import { DEAL, MOVE, Stage, wait } from '$lib/felt/motion.ts';
import { sound } from '$lib/felt/sound.ts';
import type { Told, View } from '$lib/wire.ts';
import { CARDS, faceOf } from './cards.ts';

/** A card whose face this seat knows; `up`: everybody sees it, left behind. */
interface Known {
  card: string;
  up: boolean;
}

/** Places are named as the cells name them: pile, table, box, hand0, vault2 … */
export interface Lying {
  size: Record<string, number>;
  known: Record<string, Known[]>;
}

export const ZONES = ['hand', 'dungeon', 'vault'] as const;
export type ZoneName = (typeof ZONES)[number];
const PLACES = [
  'pile',
  'table',
  'box',
  ...['hand', 'vault', 'dungeon', 'kept', 'guards', 'waiting'].flatMap((zone) => [0, 1, 2, 3].map((seat) => zone + seat)),
];
/** Cards being kept at the end of a turn still lie in the hand. */
const shown = (place: string): string => place.replace('kept', 'hand');

export const at = (lies: Lying, place: string): string[] => (lies.known[place] ?? []).map(({ card }) => card);
export const sizeOf = (lies: Lying, place: string): number => lies.size[place] ?? 0;
/** Cards of a zone whose faces this seat does not know. */
export const backsAt = (lies: Lying, place: string): number => sizeOf(lies, place) - (lies.known[place]?.length ?? 0);

export function lying({ cells }: View): Lying {
  const lies: Lying = { size: {}, known: {} };
  PLACES.forEach((place, i) => (lies.size[shown(place)] = (lies.size[shown(place)] ?? 0) + cells.size[i]));
  CARDS.forEach((card, i) => {
    const place = cells.at[i] as string | null;
    if (place && place !== 'pile') (lies.known[shown(place)] ??= []).push({ card, up: cells.up[i] === 1 });
  });
  return lies;
}

export const placeOfCard = (card: string): string => `c-${card}`;
export const topOf = (place: string): string => `top-${place}`;
export const zoneOf = (place: string): string => `zone-${place}`;

type Telling = (event: Told, seat: number, after: View) => Promise<void>;

export class Scene {
  /** What lies on the table while a step is shown. */
  moving: Lying | null = $state.raw(null);
  /** Cards that still show their backs, because they are being turned. */
  readonly covered = new SvelteSet<string>();
  readonly #stage: () => Stage | null;

  constructor(stage: () => Stage | null) {
    this.#stage = stage;
  }

  /** Shows a step; `from` is what the eye sees now. */
  play(from: Lying): Mover {
    return async (_before, after, events, show) => {
      this.moving = from;
      let laidOut = false;
      for (const event of events) {
        if (event.event === 'kept' || event.event === 'stored') {
          if (!laidOut) await this.#layOut(event.seat!, after);
          laidOut = true;
        } else await this.#tell[event.event]?.(event, event.seat ?? -1, after);
      }
      await show();
      this.moving = null;
      this.covered.clear();
      await tick();
    };
  }

  #where(card: string): string | undefined {
    const { known } = this.moving!;
    return Object.keys(known).find((place) => known[place]!.some((one) => one.card === card));
  }

  /** Where the eye last saw a card, or the place it lies in. */
  #source(card: string | null, place: string): string {
    const stage = this.#stage();
    if (card && stage?.at(placeOfCard(card))) return placeOfCard(card);
    return stage?.at(topOf(place)) ? topOf(place) : zoneOf(place);
  }

  /** A card leaves its place. Where the eye saw it last may be another: what happened since was not all seen. */
  #taken(lies: Lying, card: string | null, from: string): Lying {
    const known = Object.fromEntries(
      Object.entries(lies.known).map(([place, cards]) => [place, cards.filter((one) => one.card !== card)]),
    );
    return { size: { ...lies.size, [from]: Math.max(0, sizeOf(lies, from) - 1) }, known };
  }

  #laid(lies: Lying, card: string | null, to: string, up: boolean): Lying {
    const known = card && to !== 'pile' ? { ...lies.known, [to]: [...(lies.known[to] ?? []), { card, up }] } : lies.known;
    return { size: { ...lies.size, [to]: sizeOf(lies, to) + 1 }, known };
  }

  /** One card travels; null for one whose face is not known here. */
  async #move(card: string | null, from: string, to: string, up = false): Promise<void> {
    const stage = this.#stage();
    const source = this.#source(card, from);
    const turns = card !== null && to !== 'pile' && this.#where(card) === undefined;
    stage?.remember();
    if (turns) this.covered.add(card);
    this.moving = this.#laid(this.#taken(this.moving!, card, from), card, to, up);
    await tick();
    const target = card && to !== 'pile' ? placeOfCard(card) : topOf(to);
    const uncover = async (): Promise<void> => {
      this.covered.delete(card!);
      await tick();
    };
    await stage?.arrive(target, source, turns ? { turn: uncover } : {});
    sound('card');
  }

  /** At the end of a turn the holdings are laid out anew: only what changes its zone is seen to move. */
  async #layOut(seat: number, after: View): Promise<void> {
    const stage = this.#stage();
    const next = lying(after);
    const places = ZONES.map((zone) => zone + seat);
    const sources = new Map<string, string>();
    for (const place of places) {
      const more = backsAt(next, place) > backsAt(this.moving!, place);
      if (more)
        sources.set(
          topOf(place),
          this.#source(null, places.find((other) => backsAt(next, other) < backsAt(this.moving!, other)) ?? `hand${seat}`),
        );
      for (const card of at(next, place)) {
        const was = this.#where(card);
        if (was !== place) sources.set(placeOfCard(card), this.#source(card, was ?? `hand${seat}`));
      }
    }
    stage?.remember();
    const pick = <T>(from: Record<string, T>): Record<string, T> =>
      Object.fromEntries(places.map((place) => [place, from[place]!]));
    this.moving = { size: { ...this.moving!.size, ...pick(next.size) }, known: { ...this.moving!.known, ...pick(next.known) } };
    for (const place of places) this.moving.known[place] ??= [];
    await tick();
    if (sources.size) sound('sweep');
    await Promise.all([...sources].map(([target, source]) => stage?.arrive(target, source)));
  }

  readonly #tell: Record<string, Telling> = {
    dealt: async ({ card }, seat) => {
      void this.#move(card as string | null, 'pile', `hand${seat}`);
      await wait(DEAL);
    },
    drew: ({ card }, seat) => this.#move(card as string | null, 'pile', `hand${seat}`),
    played: ({ card, zone }, seat) => this.#move(card as string, shown(`${zone}${seat}`), 'table'),
    paid: ({ card, zone }, seat) => this.#move(card as string, shown(`${zone}${seat}`), 'table'),
    changed: ({ card, zone }, seat) => this.#move(card as string, shown(`${zone}${seat}`), 'table'),
    shuffled: async ({ count }) => {
      sound('coin');
      const coins = at(this.moving!, 'table').filter((card) => faceOf(card).suit === 'coin');
      for (const card of coins.slice(-(count as number))) await this.#move(card, 'table', 'pile');
    },
    placed: ({ card }, seat) => this.#move(card as string, 'table', `guards${seat}`),
    bought_back: async ({ card, victim }, seat) => {
      await this.#move(card as string, `guards${victim}`, `hand${seat}`);
      for (const coin of at(this.moving!, 'table')) await this.#move(coin, 'table', `waiting${victim}`);
    },
    delivered: ({ card }, seat) => this.#move(card as string, `waiting${seat}`, `vault${seat}`),
    robbed: async ({ card }) => sound((card as string)[1] === 'K' ? 'lock' : 'sweep'),
    named: ({ card, zone, victim }, seat) => this.#move(card as string, `${zone}${victim}`, `hand${seat}`),
    took: ({ card, zone, victim }, seat) => this.#move(card as string | null, `${zone}${victim}`, `hand${seat}`),
    left: ({ card, zone, victim }) => this.#move(card as string, 'table', `${zone}${victim}`, true),
    eliminated: () => wait(MOVE),
    fell: async (_event, seat) => {
      sound('sweep');
      this.#stage()?.remember();
      await this.#stage()?.arrive(topOf('pile'), zoneOf(`hand${seat}`));
    },
  };
}
