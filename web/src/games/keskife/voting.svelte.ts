/*
 * A finger before it is seen. Before zero one may point and change one's mind: it goes out at zero. After that the first
 * press counts, as long as the clock runs.
 */

import type { Room } from '$lib/game.ts';
import type { Action } from '$lib/wire.ts';
import { firstSeat, has, mine, nameOf, unitOf, units } from './cast.ts';
import type { Countdown } from './countdown.svelte.ts';
import type { Pressing } from './stage.ts';

export class Voting implements Pressing {
  readonly #room: () => Room;
  readonly #play: (action: Action) => void;
  #choice: number | null = $state(null);
  #sent = $state(false);
  /** The time to point is over by the server's clock. */
  #closed = $state(false);

  readonly counting = $derived.by(() => this.#room().view.cells.phase === 'count_out');
  /** The units of this round. */
  readonly units = $derived.by(() => units(this.#room().view).filter((unit) => has(this.#room().view.cells.dealt, unit)));
  readonly #legal = $derived.by(() =>
    this.#room()
      .view.legal.filter((action) => action.do === 'point')
      .map((action) => action['seat'] as number),
  );
  readonly open = $derived.by(() => {
    const { view } = this.#room();
    if (this.counting) return this.units.filter((unit) => unit !== mine(view)).map((unit) => firstSeat(view, unit));
    return this.#closed || this.#sent ? [] : this.#legal;
  });
  readonly chosen = $derived.by(() => {
    const { cells, seat, ...view } = this.#room().view;
    if (seat === null || !has(cells.voted, seat) || cells.vote[seat] === null) return this.#choice;
    return firstSeat({ cells, seat, ...view }, cells.vote[seat]);
  });
  /** What there is to say about it. */
  readonly word = $derived.by(() => {
    const room = this.#room();
    if (this.chosen !== null) return room.words('table.vote.you', { name: nameOf(room, unitOf(room.view, this.chosen)) });
    if (this.counting) return room.words('table.vote.soon');
    return room.words(`table.vote.${this.#closed ? 'closed' : this.#legal.length === 0 ? 'other' : 'now'}`);
  });

  /** To be made where effects may be. */
  constructor(room: () => Room, countdown: Countdown, play: (action: Action) => void) {
    this.#room = room;
    this.#play = play;
    $effect(() => {
      const { phase } = room().view.cells;
      this.#closed = false;
      if (phase === 'point') return countdown.at(0, () => (this.#closed = true));
      if (phase !== 'count_out') this.#choice = null;
      this.#sent = false;
      return undefined;
    });
    $effect(() => {
      const at = this.#choice;
      if (at === null || this.counting || this.#sent || this.#closed || !this.#legal.includes(at)) return;
      this.#sent = true;
      this.#play({ do: 'point', seat: at });
    });
  }

  get label(): string {
    return this.#room().words('table.vote.label');
  }

  readonly onpress = (seat: number): void => {
    this.#choice = seat;
  };
}
