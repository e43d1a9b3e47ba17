/* What is left of a seat's time. */

import type { Room } from '../game.ts';

export interface Time {
  /** From 1 to 0; null where no ring is drawn. */
  left: number | null;
  seconds: number | null;
}

/** A full ring where it is somebody's turn and no clock runs. */
export function timeOf(room: Room, seat: number, turn: boolean): Time {
  const clock = room.clocks.find((one) => one.seat === seat);
  if (!clock || room.table.clock === 0) return { left: turn ? 1 : null, seconds: null };
  const seconds = Math.max(0, clock.ends - room.now);
  return { left: Math.min(1, seconds / room.table.clock), seconds };
}
