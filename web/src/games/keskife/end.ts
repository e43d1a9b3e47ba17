/* How a match came to its end, and what is worth telling of it. */

import type { Room } from '$lib/game.ts';
import { counted, firstSeat, units } from './cast.ts';

/** The rounds played, or what decided among equals. */
export function end({ view, words }: Room): string {
  const { cells } = view;
  const [first, second] = units(view)
    .map((unit) => cells.won[unit] as number)
    .sort((a, b) => b - a);
  const shared = units(view).filter((unit) => view.ranks?.[firstSeat(view, unit)] === 1).length > 1;
  if (cells.scored > 0 && first === second && !shared) return words(`table.end.${cells.by_held ? 'held' : 'won'}`);
  return counted(words, 'table.end.cards', cells.scored);
}

/** The monkey who fooled most, one found by everybody, and who was monkey most often. */
export function worth(room: Room): string[] {
  const say = (key: string, seat: number, values: Record<string, string | number> = {}): string =>
    room.words(seat === room.seat ? `${key}.you` : `${key}.other`, { name: room.name(seat), ...values });
  const lines: string[] = [];
  const wins = room.story.filter(({ event }) => event === 'won');
  const best = wins.toSorted((a, b) => (b['cards'] as number) - (a['cards'] as number))[0];
  if (best && (best['cards'] as number) > 0)
    lines.push(
      say('table.worth.fooled', best.seat!, { cards: counted(room.words, 'table.worth.cards', best['cards'] as number) }),
    );
  const found = wins.find((told) => told['cards'] === 0);
  if (found) lines.push(say('table.worth.found', found.seat!));
  const times = new Map<number, number>();
  for (const { event, seat } of room.story) if (event === 'monkey') times.set(seat!, (times.get(seat!) ?? 0) + 1);
  const [often] = [...times].toSorted(([, a], [, b]) => b - a);
  if (often && often[1] > 2) lines.push(say('table.worth.often', often[0], { n: often[1] }));
  return lines;
}
