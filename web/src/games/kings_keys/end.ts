/* How a match came to its end, and what is worth telling of it. */

import type { Room } from '$lib/game.ts';
import type { Told } from '$lib/wire.ts';
import { KINGDOMS, kingdomWords } from './cards.ts';
import { nearestOf, oneCardShort } from './ways.ts';

/** How it was won, or came to nothing. */
export function end(room: Room): string {
  const { winner, ending, kingdom } = room.view.cells;
  return room.words(`table.win.${ending}`, winner === null ? {} : kingdomWords(kingdom[winner] ?? KINGDOMS[winner], room.words));
}

/** The theft that decided, the largest raid, and who brought a kingdom down. */
export function worth(room: Room): string[] {
  const { seat: me } = room;
  const say = (key: string, told: Told, values: Record<string, string | number> = {}): string => {
    const victim = told['victim'] as number;
    const who = told.seat === me ? 'you' : victim === me ? 'to_you' : 'other';
    return room.words(`${key}.${who}`, { name: room.name(told.seat ?? 0), victim: room.name(victim), ...values });
  };
  const zone = (told: Told): string => room.words(`table.worth.zone.${told['zone']}`);
  const raids = room.story.filter(({ event }) => event === 'robbed');
  const lines: string[] = [];
  const last = raids.findLast(({ seat }) => seat === room.view.cells.winner);
  if (last) lines.push(say('table.worth.last', last, { zone: zone(last) }));
  const large = raids.toSorted((a, b) => (b['count'] as number) - (a['count'] as number))[0];
  if (large && large !== last && (large['count'] as number) > 1)
    lines.push(say('table.worth.raid', large, { zone: zone(large), count: large['count'] as number }));
  for (const told of room.story.filter(({ event }) => event === 'eliminated')) lines.push(say('table.worth.fell', told));
  for (const [seat, who] of room.view.progress.map((_, at) => [at, at === me ? 'you' : 'other'] as const)) {
    const near = seat === room.view.cells.winner ? undefined : nearestOf(room.view, seat);
    if (!near || !oneCardShort(near)) continue;
    const { have, need } = near;
    lines.push(
      room.words(`table.worth.short.${who}`, { name: room.name(seat), way: room.words(`ways.${near.way}.name`), have, need }),
    );
  }
  return lines;
}
