/* What the page shows of its own where the room is in this browser. `port.ts` hands it in: at a house nothing of it is fetched. */

import type { Component } from 'svelte';
import type { TableRoom } from '../table/room.svelte.ts';

export const own: {
  /** Whether there is somebody to ask. */
  lit: () => boolean;
  Lamp?: Component<{ whole?: boolean }>;
  Pinned?: Component;
  Here?: Component;
  NoLine?: Component<{ room: TableRoom }>;
} = { lit: () => true };
