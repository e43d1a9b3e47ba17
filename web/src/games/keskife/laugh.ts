/*
 * A round told once more: who took a gesture from whom, and how late. All of it stands in the gestures of beats that are over,
 * and in cards that lie open.
 */

import type { View } from '$lib/wire.ts';
import { has, unitOf } from './cast.ts';

/** A seat shows at `beat` (from 0) for the first time what `of` had shown `late` beats before; nobody showed it earlier. */
export interface Copied {
  seat: number;
  of: number;
  gesture: string;
  beat: number;
  late: number;
}

/** So many pairs are shown once more by themselves. */
const PAIRS = 3;
/** What is funny, in beats that somebody is late: who knew and copied a monkey, and a monkey at its work. */
const FUNNY = { fooled: 100, monkey: 20 };

/** Beats in which anybody showed anything. */
export const beatsOf = ({ cells }: View): number =>
  Math.max(0, ...(cells.gesture as (string | null)[][]).map((shown) => shown.findLastIndex((one) => one !== null) + 1));

/** Everything that was taken over in the round, as it came. Two of a team copy nothing of each other. */
export function copiesOf(view: View): Copied[] {
  const { gesture } = view.cells as { gesture: (string | null)[][] };
  const seats = Array.from({ length: view.players }, (_, seat) => seat);
  const first = new Map<string, { seats: number[]; beat: number }>();
  const had = seats.map(() => new Set<string>());
  const found: Copied[] = [];
  for (let beat = 0; beat < beatsOf(view); beat += 1) {
    const now = seats.flatMap((seat): [number, string][] => {
      const shown = gesture[seat]![beat];
      return shown && !had[seat]!.has(shown) ? [[seat, shown]] : [];
    });
    for (const [seat, shown] of now) {
      had[seat]!.add(shown);
      const before = first.get(shown);
      const of = before?.seats.find((one) => unitOf(view, one) !== unitOf(view, seat));
      if (before && before.beat < beat && of !== undefined)
        found.push({ seat, of, gesture: shown, beat, late: beat - before.beat });
      if (!before) first.set(shown, { seats: [seat], beat });
      else if (before.beat === beat) before.seats.push(seat);
    }
  }
  return found;
}

function isMonkey({ cells }: View, unit: number): boolean {
  return has(cells.dealt, unit) && cells.card[unit] === 'monkey';
}
/** Somebody who knew what was played took it from a monkey, who did not. */
export const fooled = (view: View, { seat, of }: Copied): boolean =>
  isMonkey(view, unitOf(view, of)) && !isMonkey(view, unitOf(view, seat));

const funny = (view: View, copied: Copied): number =>
  copied.late + (fooled(view, copied) ? FUNNY.fooled : isMonkey(view, unitOf(view, copied.seat)) ? FUNNY.monkey : 0);

/** The funniest of them, each copier once; the funniest last. */
export function funniest(view: View, copies: Copied[] = copiesOf(view), most = PAIRS): Copied[] {
  const found: Copied[] = [];
  for (const one of copies.toSorted((a, b) => funny(view, b) - funny(view, a))) {
    if (found.length === most) break;
    if (!found.some(({ seat }) => unitOf(view, seat) === unitOf(view, one.seat))) found.push(one);
  }
  return found.toReversed();
}
