/* What is left of a seat's time. */

import type { Room } from '../game.ts';

export interface Time {
  /** From 1 to 0; null where no ring is drawn. */
  left: number | null;
  seconds: number | null;
  /** Minutes and seconds of one time for the whole match; null where there is none. */
  bank: string | null;
}

/** As clocks say it: minutes, and seconds in two digits. */
export const digits = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** A full ring where it is somebody's turn and no clock runs. */
export function timeOf(room: Room, seat: number, turn: boolean): Time {
  const clock = room.clocks.find((one) => one.seat === seat);
  const seconds = clock && room.table.clock ? Math.max(0, clock.ends - room.now) : null;
  const rest = room.table.per === 'match' ? (seconds ?? room.banks?.find((one) => one.seat === seat)?.left ?? null) : null;
  return {
    left: seconds === null ? (turn ? 1 : null) : Math.min(1, seconds / room.table.clock),
    seconds: rest === null ? seconds : null,
    bank: rest === null ? null : digits(Math.ceil(rest)),
  };
}
