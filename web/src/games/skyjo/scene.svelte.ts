/*
 * What lies on the table, and how it moves. The scene is read off the view; while a step is shown it is told on, event by
 * event, so that a card is seen to go before the next one comes.
 */

import { tick } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import type { Mover } from '$lib/game.ts';
import { BREATH, DEAL, MOVE, Stage, wait } from '$lib/felt/motion.ts';
import { sound } from '$lib/felt/sound.ts';
import type { Told, View } from '$lib/wire.ts';
import type { Counting } from './counting.ts';
import { columnOf, place, rowOf, SLOTS, type Face } from './grid.ts';

/** The card in somebody's hand; null where only they know it. */
interface Held {
  seat: number;
  value: number | null;
}

export interface Lying {
  grid: Face[][];
  held: Held | null;
  /** The open pile, bottom first. */
  discard: number[];
  pile: number;
  /** The round is counted, so the grids lie on the count. */
  counted: boolean;
}

export const HELD = 'held';
export const PILE = 'pile';
export const DISCARD = 'discard';

export function lying(view: View): Lying {
  const { phase, turn, drawn } = view.cells;
  const discard: number[] = view.cells.discard.filter((value: number | null) => value !== null);
  // A card taken from the open pile stays there to the eye until its new place is known.
  if (phase === 'taking') discard.push(drawn);
  const inHand = phase === 'holding' || phase === 'swapping' || phase === 'turning';
  const counted = phase === 'between' || view.cells.ending === 'scored';
  return { grid: view.cells.grid, held: inHand ? { seat: turn, value: drawn } : null, discard, pile: view.cells.pile, counted };
}

/** Whether a match has only just begun: nobody has turned a card of the first round. */
export function justDealt({ cells, players }: View): boolean {
  const grids: Face[][] = cells.grid.slice(0, players);
  return cells.phase === 'reveal' && cells.round === 1 && grids.flat().every((face) => typeof face !== 'number');
}

type Telling = (event: Told, seat: number, after: View) => Promise<void>;

export class Scene {
  /** What lies on the table while a step is shown. */
  moving: Lying | null = $state.raw(null);
  /** Places whose card still shows its back, because it is being turned. */
  readonly covered = new SvelteSet<string>();
  /** The count that is being shown grid by grid. */
  counting: Counting | null = $state.raw(null);
  readonly #stage: () => Stage | null;
  readonly #forAll: boolean;

  /** `forAll`: everybody looks at this screen, which counts grid by grid. */
  constructor(stage: () => Stage | null, forAll = false) {
    this.#stage = stage;
    this.#forAll = forAll;
  }

  /** Shows a step; `from` is what the eye sees now, a chosen card included. */
  play(from: Lying): Mover {
    return async (_before, after, events, show) => {
      this.moving = from;
      const counts = this.#forAll ? events.findIndex(({ event }) => event === 'counted') : -1;
      for (const event of counts < 0 ? events : events.slice(0, counts))
        await this.#tell[event.event]?.(event, event.seat ?? -1, after);
      if (counts >= 0) await (await import('./counting.ts')).count(this, events.slice(counts), after);
      await show();
      this.moving = null;
      this.counting = null;
      await tick();
    };
  }

  /** Shows how the cards of the first round came to lie as a view has them. */
  async deal(view: View): Promise<void> {
    this.moving = { ...lying(view), discard: [] };
    await this.#deal(view);
    await this.#open(view.cells.discard[0]);
    this.moving = null;
    await tick();
  }

  /** Draws a change; `covered` places keep their backs. */
  async draw(change: Partial<Lying>, ...covered: string[]): Promise<void> {
    this.#stage()?.remember();
    for (const name of covered) this.covered.add(name);
    this.moving = { ...this.moving!, ...change };
    await tick();
  }

  #uncover = (name: string) => async (): Promise<void> => {
    this.covered.delete(name);
    await tick();
  };

  /** The grids, with a face in slots of a seat. */
  with(seat: number, slots: number[], face: Face): Face[][] {
    return this.moving!.grid.map((cards, s) => (s === seat ? cards.map((card, i) => (slots.includes(i) ? face : card)) : cards));
  }

  async turnOver(seat: number, slot: number, value: number): Promise<void> {
    const name = place(seat, slot);
    await this.draw({ grid: this.with(seat, [slot], value) }, name);
    sound('turn');
    await this.#stage()?.turn(name, this.#uncover(name));
  }

  /** A card comes to a slot and the one that lay there goes to the open pile. */
  async #exchange(from: string, seat: number, slot: number, card: number, went: number, rest: Partial<Lying>): Promise<void> {
    const stage = this.#stage();
    const name = place(seat, slot);
    const wasHidden = this.moving!.grid[seat]![slot] === 'hidden';
    const turnsIn = from === HELD && this.moving!.held?.value === null;
    const discard = [...(rest.discard ?? this.moving!.discard), went];
    const covered = [...(wasHidden ? [DISCARD] : []), ...(turnsIn ? [name] : [])];
    await this.draw({ ...rest, grid: this.with(seat, [slot], card), discard }, ...covered);
    sound(wasHidden ? 'turn' : 'card');
    await Promise.all([
      stage?.arrive(name, from, turnsIn ? { turn: this.#uncover(name) } : {}),
      stage?.arrive(DISCARD, name, wasHidden ? { turn: this.#uncover(DISCARD) } : {}),
    ]);
    sound('card');
  }

  async #layDown(value: number): Promise<void> {
    const { held, discard } = this.moving!;
    if (!held) return; // the person has laid it there already
    const turns = held.value === null;
    await this.draw({ held: null, discard: [...discard, value] }, ...(turns ? [DISCARD] : []));
    await this.#stage()?.arrive(DISCARD, HELD, turns ? { turn: this.#uncover(DISCARD) } : {});
    sound('card');
  }

  async #deal(after: View): Promise<void> {
    const grid: Face[][] = after.cells.left.map((left: number) => new Array<Face>(SLOTS).fill(left > 0 ? 'gone' : 'hidden'));
    const pile = after.cells.pile + after.cells.discards; // what was not dealt; the open card comes from it after
    await this.draw({ grid, held: null, discard: [], pile, counted: false });
    this.#stage()?.remember();
    sound('sweep');
    await Promise.all(
      grid.flatMap((cards, seat) =>
        cards.map((face, slot) => face === 'hidden' && this.#stage()?.arrive(place(seat, slot), PILE, { delay: slot * DEAL })),
      ),
    );
  }

  async #open(value: number): Promise<void> {
    await this.draw({ discard: [value], pile: this.moving!.pile - 1 }, DISCARD);
    await this.#stage()?.arrive(DISCARD, PILE, { turn: this.#uncover(DISCARD) });
    sound('card');
  }

  /** What still lies in these slots leaves: of a row, one card may have gone with its column. */
  async #clear(seat: number, all: number[], value: number): Promise<void> {
    const slots = all.filter((slot) => this.moving!.grid[seat]![slot] !== 'gone');
    await wait(BREATH);
    sound('sweep');
    const gone = () =>
      this.draw({ grid: this.with(seat, slots, 'gone'), discard: [...this.moving!.discard, ...slots.map(() => value)] });
    await this.#stage()?.depart(
      slots.map((slot) => place(seat, slot)),
      DISCARD,
      gone,
    );
  }

  readonly #tell: Record<string, Telling> = {
    dealt: (_event, _seat, after) => this.#deal(after),
    opened: ({ value }) => this.#open(value as number),
    revealed: ({ slot, value }, seat) => this.turnOver(seat, (slot as number) - 1, value as number),
    reshuffled: async () => {
      sound('sweep');
      const { discard } = this.moving!;
      await this.draw({ discard: discard.slice(-1), pile: discard.length - 1 });
      await this.#stage()?.arrive(PILE, DISCARD);
    },
    drew: async ({ value }, seat) => {
      const known = value === null || value === undefined ? null : (value as number);
      await this.draw({ held: { seat, value: known }, pile: this.moving!.pile - 1 }, ...(known === null ? [] : [HELD]));
      await this.#stage()?.arrive(HELD, PILE, known === null ? {} : { turn: this.#uncover(HELD) });
      sound('card');
    },
    took: ({ slot, card, went }, seat) =>
      this.#exchange(DISCARD, seat, (slot as number) - 1, card as number, went as number, {
        discard: this.moving!.discard.slice(0, -1),
      }),
    swapped: ({ slot, card, went }, seat) =>
      this.#exchange(HELD, seat, (slot as number) - 1, card as number, went as number, { held: null }),
    turned: async ({ slot, card, value }, seat) => {
      await this.#layDown(card as number);
      await this.turnOver(seat, (slot as number) - 1, value as number);
    },
    dropped: ({ value }) => this.#layDown(value as number),
    // At the count many cards turn; each begins before the last has ended.
    counted: async ({ slot, value }, seat) => {
      void this.turnOver(seat, (slot as number) - 1, value as number);
      await wait(DEAL);
    },
    cleared: ({ column, value }, seat) => this.#clear(seat, columnOf(column as number), value as number),
    cleared_row: ({ row, value }, seat) => this.#clear(seat, rowOf(row as number), value as number),
    scored: () => wait(MOVE / 4),
    first_scored: () => wait(MOVE / 4),
  };
}
