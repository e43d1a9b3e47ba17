/* A puzzle at the game's own table: one moment of a match, at which nothing is played but one choice. */

import { ReplayRoom } from '../past/replay.svelte.ts';
import type { Guest } from '../wire.ts';
import type { Task } from './task.ts';

export class PuzzleRoom extends ReplayRoom {
  constructor({ game, version, options, people, view, events, texts }: Task, me: Pick<Guest, 'name' | 'avatar'>) {
    super({
      ...{ game, version, options, players: view.players, practice: false, deal: null, story: [] },
      people: people.map((one, seat) => (seat === view.seat ? { ...me, bot: null } : one)),
      frames: [{ ...view, legal: [], may: [], cells: view.cells, by: null, events, texts }],
    });
  }
}
