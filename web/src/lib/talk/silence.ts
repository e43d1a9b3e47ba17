/* Why somebody may say and show nothing now. */

import type { TableRoom } from '../table/room.svelte.ts';

export type Silence = 'watching' | 'hushed' | 'quiet' | null;

/** Null where they may. */
export function silenceOf(room: TableRoom): Silence {
  if (!room.me) return 'watching';
  if (room.table.hushed.includes(room.me.person)) return 'hushed';
  const quiet = room.table.status === 'playing' && room.seat !== null && (room.view.quiet ?? []).includes(room.seat);
  return quiet ? 'quiet' : null;
}
