/* Who plays: seats, and the units that hold a card together. A unit is named by its first seat, as in actions and events. */

import type { Room, Say } from '$lib/game.ts';
import type { View } from '$lib/wire.ts';
import { list } from '$lib/words.svelte.ts';

export const has = (bits: number, n: number): boolean => (bits & (1 << n)) !== 0;

/** How many seats hold a card together: 1, or 2 where there are teams. */
const share = ({ cells }: View): number => (cells.units < cells.players ? 2 : 1);

export const unitOf = (view: View, seat: number): number => Math.floor(seat / share(view));
export const firstSeat = (view: View, unit: number): number => unit * share(view);

/** The seats of a unit, those that left included. */
export function seatsOf(view: View, unit: number): number[] {
  const first = firstSeat(view, unit);
  return Array.from({ length: share(view) }, (_, i) => first + i).filter((seat) => seat < view.players);
}

/** Whom of a unit somebody means with a finger: who sits nearer, so that two in a team do not share all lines. */
export function nearest(view: View, seat: number, first: number): number {
  const here = seatsOf(view, unitOf(view, first)).filter((one) => has(view.cells.present, one));
  return (seat < first ? here[0] : here.at(-1)) ?? first;
}

export const units = (view: View): number[] => Array.from({ length: view.cells.units }, (_, unit) => unit);
export const isHere = (view: View, unit: number): boolean => seatsOf(view, unit).some((seat) => has(view.cells.present, seat));

/** One's own unit; null for an onlooker. */
export const mine = (view: View): number | null => (view.seat === null ? null : unitOf(view, view.seat));
export const leads = (view: View): boolean => view.cells.leader !== null && mine(view) === view.cells.leader;

/** The names of a unit's members, with "you" for oneself. */
export function namesOf(room: Room, unit: number): string[] {
  return seatsOf(room.view, unit).map((seat) => (seat === room.seat ? room.words('table.you') : room.name(seat)));
}
export const nameOf = (room: Room, unit: number): string => list(namesOf(room, unit));
export const leaderName = (room: Room): string => (room.view.cells.leader === null ? '' : nameOf(room, room.view.cells.leader));

/** A sentence that depends on a number: `key.none`, `key.one` or `key.other`. */
export function counted(say: Say, key: string, n: number, values: Record<string, string | number> = {}): string {
  return say(`${key}.${n === 0 ? 'none' : n === 1 ? 'one' : 'other'}`, { n, ...values });
}

/** What a unit has shown in this round, as it came, each change once. */
export function mimed(view: View, unit: number): string[] {
  const rows = seatsOf(view, unit).map((seat) => view.cells.gesture[seat] as (string | null)[]);
  const all = rows[0]!.flatMap((_, beat) => rows.flatMap((row) => row[beat] ?? []));
  return all.filter((gesture, at) => gesture !== all[at - 1]);
}

/** What a seat shows: the gesture of the last beat that ended; nothing outside the act. */
export function shown(view: View, seat: number): string {
  const { phase, beat, gesture } = view.cells;
  return (phase === 'act' && beat > 0 && gesture[seat][beat - 1]) || 'rest';
}
