/* How a match came to its end, and what is worth telling of it. */

import type { Room } from '$lib/game.ts';
import type { Told } from '$lib/wire.ts';

interface Challenge {
  round: number;
  seat: number;
  bid: number;
  safe: number;
  /** Whose KEY ended it; null where it was met. */
  key: number | null;
}

function challenges(story: Told[]): Challenge[] {
  const all: Challenge[] = [];
  let round = 0;
  for (const { event, seat = 0, ...more } of story) {
    if (event === 'began') round += 1;
    if (event === 'challenger') all.push({ round, seat, bid: more['coasters'] as number, safe: 0, key: null });
    const last = all.at(-1);
    if (event !== 'flipped' || !last) continue;
    if (more['coaster'] === 'key') last.key = seat;
    else last.safe += 1;
  }
  return all;
}

/** How many points it took, or that nobody else was left. */
export function end(room: Room): string {
  const { cells } = room.view;
  if (cells.winner === null) return '';
  const won = cells.points[cells.winner] === cells.to_win ? `points_${cells.to_win}` : 'standing';
  return room.words(`table.end.${won}`, { round: cells.round });
}

/** The boldest bid that was met, the one that came closest and was not, and whose KEYs were met most. */
export function worth(room: Room): string[] {
  const say = (key: string, seat: number, values: Record<string, string | number>): string =>
    room.words(seat === room.seat ? `${key}.you` : `${key}.other`, { name: room.name(seat), ...values });
  const all = challenges(room.story);
  const lines: string[] = [];
  const bold = all.filter(({ key, safe, bid }) => key === null && safe === bid).toSorted((a, b) => b.bid - a.bid)[0];
  if (bold) lines.push(say('table.worth.bold', bold.seat, { bid: bold.bid, round: bold.round }));
  const failed = all.filter(({ key }) => key !== null);
  const close = failed.toSorted((a, b) => a.bid - a.safe - (b.bid - b.safe) || b.bid - a.bid)[0];
  if (close) {
    const own = close.key === close.seat;
    const key = own ? 'table.worth.own_key' : close.key === room.seat ? 'table.worth.your_key' : 'table.worth.key';
    lines.push(say(key, close.seat, { safe: close.safe, bid: close.bid, owner: room.name(close.key!) }));
  }
  const met = new Map<number, number>();
  for (const { key, seat } of failed) if (key !== null && key !== seat) met.set(key, (met.get(key) ?? 0) + 1);
  const [trap] = [...met].toSorted(([, a], [, b]) => b - a);
  if (trap && trap[1] > 1) lines.push(say('table.worth.trap', trap[0], { n: trap[1] }));
  return lines;
}
