/* Tracks a stand-in bot's moves, and since when those who have their seats back are waited for. */

import type { Table, Told } from '../wire.ts';

export class Cover {
  /** How many events had been told when a bot began to play for the person. */
  #told: number | null = null;
  /** When this page saw people get their seats back, by the server's clock. */
  #resumed = new Map<number, number>();

  /** Since when a person is waited for: nobody waited for them before they had their seat back. */
  since(person: number | undefined, asked: number): number {
    return Math.max(asked, this.#resumed.get(person ?? -1) ?? 0);
  }

  /**
   * Takes the next state of the table; what has been told since a bot played for person `me`, when they have just got their
   * seat back.
   */
  take(last: Table | null, next: Table, me: number | null, story: Told[], time: number): Told[] {
    const were = new Map(last?.people.map(({ person, covered }) => [person, covered]));
    for (const { person, covered } of next.people) if (!covered && were.get(person)) this.#resumed.set(person, time);
    const from = this.#told;
    const covered = next.people.some(({ person, covered }) => person === me && covered);
    this.#told = covered ? (from ?? story.length) : null;
    return covered || from === null ? [] : story.slice(from);
  }
}
