/* Whom everybody waits for, where no clock of the turn says for how long: the time of a whole match is long. */

import type { TableRoom } from './room.svelte.ts';
import { standsStill } from './standstill.ts';
import { everySecond } from '../people/standing.svelte.ts';
import { chairsAt } from '../store.ts';
import type { Person } from '../wire.ts';

/** So long, in s, nobody says anything. */
const PATIENT = 60;
/** Whoever chooses to wait is asked again after so long, in s. */
const AGAIN = 120;

class Patience {
  readonly #room: TableRoom;
  /** Until when nobody says anything, by person. */
  #until: Record<number, number> = $state({});

  constructor(room: TableRoom) {
    this.#room = room;
  }

  /** Who has been asked longest, and for how many minutes; null while nobody is slow. */
  get slow(): { person: Person; minutes: number } | null {
    const room = this.#room;
    if (!room.me || room.table.status !== 'playing' || standsStill(room.table) || !room.waits.length) return null;
    everySecond();
    const now = Date.now() / 1000;
    const here = chairsAt(room.word); // whoever is handed this very device only then cannot be slow
    for (const { seat, since } of room.waits.toSorted((a, b) => a.since - b.since)) {
      const person = room.at(seat);
      if (
        !person ||
        person.person === room.me.person ||
        person.covered ||
        person.left ||
        person.kept_until !== null ||
        here.some((chair) => chair.person === person.person)
      )
        continue;
      if (room.table.per === 'turn' && room.clocks.some((clock) => clock.seat === seat)) continue; // time does it soon
      const minutes = Math.floor((now - since) / 60);
      if (now - since >= PATIENT && now >= (this.#until[person.person] ?? 0)) return { person, minutes };
    }
    return null;
  }

  /** Says no more of this person for a while. */
  wait(person: Person): void {
    this.#until[person.person] = Date.now() / 1000 + AGAIN;
  }
}

const known = new WeakMap<TableRoom, Patience>();

/** The patience with those at a table, wherever it is shown. */
export function patienceWith(room: TableRoom): Patience {
  const patience = known.get(room) ?? new Patience(room);
  known.set(room, patience);
  return patience;
}
