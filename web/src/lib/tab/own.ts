/* What the page shows only where the room is in this browser. `port.ts` hands it in, so that a house's page never fetches it. */

import type { Component } from 'svelte';
import type { TableRoom } from '../table/room.svelte.ts';

export const own: {
  /** Whether there is somebody to ask. */
  lit: () => boolean;
  Lamp?: Component<{ whole?: boolean }>;
  Pinned?: Component;
  Here?: Component;
  NeedsHouse?: Component;
  /** Lights the room, where that has waited. */
  begin?: () => void;
  /** Has all of it kept on this device. */
  keep?: () => Promise<void>;
  /** Where a game is written. */
  bench?: () => Promise<{ default: Component<{ name: string | undefined; example: boolean }> }>;
  NoLine?: Component<{ room: TableRoom }>;
} = { lit: () => true };
