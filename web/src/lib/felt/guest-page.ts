/* The table that a stranger's package brings: an ES module of its own, served with the game. */

import type { GamePage, Room } from '../game.ts';

/** A table that was mounted. `update` is called at first and whenever something it read of the room has changed. */
export interface Mounted {
  update(): void;
  destroy?(): void;
}

/** What a module exports as its default: how to mount the table, and whatever else of a GamePage needs no component. */
export type GuestPage = Partial<
  Pick<GamePage, 'felt' | 'apart' | 'passing' | 'lengths' | 'sub' | 'sheet' | 'ending' | 'scored' | 'ranked'>
> & {
  mount(element: HTMLElement, room: Room): Mounted;
};
