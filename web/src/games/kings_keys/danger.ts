/* Who can win with one card, by what lies open to everybody: guards in place, and coins and keys left in sight. */

import type { Room, Say } from '$lib/game.ts';
import type { View } from '$lib/wire.ts';
import { list, plural } from '$lib/words.svelte.ts';
import { CARDS, faceOf } from './cards.ts';
import { kingdomOf } from './draft.svelte.ts';

/** One card from winning: the guards that are missing, or the coin or key of which rank. */
export interface Danger {
  seat: number;
  way: 'guards' | 'coins' | 'keys';
  missing: number;
}

const place = (view: View, card: number): string => view.cells.at[card] ?? '';

/** Shields that could still be placed: neither in place nor out of the game. */
const couldBePlaced = (view: View, rank: number): boolean =>
  CARDS.some((card, i) => faceOf(card).suit === 'shield' && faceOf(card).rank >= rank && !/^(guards|box)/.test(place(view, i)));

/** The coins or keys of a kingdom, by rank, that everybody sees where its ruler holds them. */
function openRanks(view: View, seat: number, suit: 'coin' | 'key'): number[] {
  const own = kingdomOf(view, seat);
  return CARDS.flatMap((card, i) => {
    const face = faceOf(card);
    const theirs = face.rank > 0 && face.suit === suit && face.kingdom === own;
    return theirs && view.cells.up[i] && /^(hand|vault|dungeon)/.test(place(view, i)) && place(view, i).endsWith(`${seat}`)
      ? [face.rank]
      : [];
  });
}

function dangerOf(view: View, seat: number): Danger | null {
  const { cells } = view;
  if (cells.alive[seat] === 0 || !cells.kingdom[seat]) return null;
  const missing = cells.guards_to_win - cells.guards[seat];
  if (missing > 0 && missing <= 4 && couldBePlaced(view, missing)) return { seat, way: 'guards', missing };
  for (const [way, suit] of [
    ['coins', 'coin'],
    ['keys', 'key'],
  ] as const) {
    const ranks = openRanks(view, seat, suit);
    if (ranks.length === 3) return { seat, way, missing: [1, 2, 3, 4].find((rank) => !ranks.includes(rank))! };
  }
  return null;
}

/** Everybody else who is one card from winning, in the order of the seats after `seat`. */
export function dangers(view: View, seat: number | null): Danger[] {
  if (view.over) return [];
  const first = seat === null ? 0 : seat + 1;
  return Array.from({ length: view.players }, (_, i) => (first + i) % view.players)
    .filter((other) => other !== seat)
    .flatMap((other) => dangerOf(view, other) ?? []);
}

/** "Noor lacks 1 guard". */
function lacks({ seat, way, missing }: Danger, say: Say, nameOf: (seat: number) => string): string {
  const name = nameOf(seat);
  if (way !== 'guards') return say(`table.danger.${way}`, { name, rank: missing });
  return say(`table.danger.guards.${plural(missing) === 'one' ? 'one' : 'other'}`, { name, n: missing });
}

/** What would end it: "Any shield they place wins at once." */
function wins({ way, missing }: Danger, say: Say): string {
  if (way !== 'guards') return say('table.danger.open');
  if (missing === 1) return say('table.danger.any');
  return missing === 4 ? say('table.danger.four') : say('table.danger.from', { n: missing });
}

export interface Warning {
  title: string;
  help: string;
}

/** The warning before one's play: each rival who can win with one card, and how; null where nobody can. */
export function warningOf(room: Room): Warning | null {
  const say = room.words;
  const near = dangers(room.view, room.seat);
  const nameOf = (seat: number): string => room.name(seat);
  if (near.length === 0) return null;
  if (near.length === 1) return { title: lacks(near[0]!, say, nameOf), help: wins(near[0]!, say) };
  return {
    title: say('table.danger.both', { names: list(near.map(({ seat }) => nameOf(seat))) }),
    help: near.map((one) => `${lacks(one, say, nameOf)}.`).join(' '),
  };
}
