/* Fetches the table that a stranger's package brings, and mounts it. */

import type { Component } from 'svelte';
import type { GamePage, TableProps } from '../game.ts';
import Guest from './Guest.svelte';
import type { GuestPage } from './guest-page.ts';

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
