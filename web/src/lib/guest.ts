/* The table that a stranger's package brings: an ES module of its own, served with the game. */

import type { Component } from 'svelte';
import type { GamePage, Room, TableProps } from './game.ts';
import Guest from './shell/Guest.svelte';

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

/** The page of a game whose module lies at this address; null where it cannot be fetched, or is none. */
export async function guestPage(address: string): Promise<GamePage | null> {
  try {
    const { default: guest } = (await import(/* @vite-ignore */ address)) as { default: GuestPage };
    if (typeof guest.mount !== 'function')
      throw new TypeError(`${address}: its default export has no function mount(element, room)`);
    const Table = ((anchor: never, props: TableProps) =>
      Guest(anchor, {
        guest,
        get room() {
          return props.room;
        },
      })) as unknown as Component<TableProps>;
    return { ...guest, felt: guest.felt ?? 'house', Table };
  } catch (error) {
    console.error(error); // the plain table takes its place; whoever wrote the module looks here
    return null;
  }
}
