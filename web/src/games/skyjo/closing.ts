/* The press that ends a round, and what it risks: said before it is done. */

import type { Room } from '$lib/game.ts';
import type { Action } from '$lib/wire.ts';
import { figure } from '$lib/words.svelte.ts';
import type { Face } from './grid.ts';
import type { Lying } from './scene.svelte.ts';

const hiddenOf = (cards: Face[]): number => cards.filter((face) => face === 'hidden').length;
const shownOf = (cards: Face[]): number => cards.reduce<number>((sum, face) => sum + (typeof face === 'number' ? face : 0), 0);

/** Whether the action turns or replaces this seat's last hidden card, and so ends the round. */
export function endsRound({ view }: Pick<Room, 'view'>, now: Lying, action: Action): boolean {
  const { cells, seat } = view;
  if (seat === null || cells.ender !== null || !['swap', 'turn', 'take'].includes(action.do)) return false;
  const cards = now.grid[seat] ?? [];
  return hiddenOf(cards) === 1 && cards[(action['slot'] as number) - 1] === 'hidden';
}

/** Whether one's next press on a card could end the round. */
export const lastHidden = ({ view }: Pick<Room, 'view'>, now: Lying): boolean =>
  view.seat !== null && view.cells.ender === null && hiddenOf(now.grid[view.seat] ?? []) === 1;

/** What it risks, by the house rules; and who of the others shows least, with what they hide. */
export function riskInWords(room: Room, now: Lying): string {
  const say = room.words;
  const { cells, players, seat } = room.view;
  const risk = say(cells.doubling === 'off' ? 'table.closing.free' : 'table.closing.risk');
  const others = Array.from({ length: players }, (_, p) => p).filter((p) => p !== seat && !cells.left[p]);
  const least = others.toSorted((a, b) => shownOf(now.grid[a]!) - shownOf(now.grid[b]!))[0];
  if (least === undefined) return risk;
  const hidden = hiddenOf(now.grid[least]!);
  const values = { name: room.name(least), n: figure(shownOf(now.grid[least]!)), hidden };
  return `${risk} ${say(hidden === 0 ? 'table.closing.least_open' : 'table.closing.least', values)}`;
}
