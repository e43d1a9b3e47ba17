/* How a match came to its end, and what is worth telling of it. */

import type { Room } from '$lib/game.ts';
import { figure } from '$lib/words.svelte.ts';

/** A line worth telling, and how many points it was worth. */
interface Line {
  swing: number;
  text: string;
}

/** Says a sentence of somebody: of a person by name, of oneself as "you". */
const of = (room: Room, key: string, seat: number, values: Record<string, string | number>): string =>
  room.words(seat === room.seat ? `${key}.you` : `${key}.other`, { name: room.name(seat), ...values });

/** The one who passed the score to end at, and by how much the winner was ahead; or why nobody won. */
export function end(room: Room): string {
  const { cells, players } = room.view;
  if (cells.ending === 'none') return '';
  if (cells.ending !== 'scored') return room.words(`table.end.${cells.ending}`);
  const totals = (cells.totals as number[])
    .map((total, seat) => ({ total, seat }))
    .slice(0, players)
    .filter(({ seat }) => cells.left[seat] === 0);
  const [first, second] = totals.toSorted((a, b) => a.total - b.total);
  const last = totals.reduce((most, one) => (one.total > most.total ? one : most));
  const passed = of(room, 'table.end.passed', last.seat, {
    most: figure(last.total),
    limit: cells.end_score,
    round: cells.round,
  });
  if (!first || !second || second.total === first.total || second === last) return passed;
  return `${passed} ${of(room, 'table.end.closest', second.seat, { gap: second.total - first.total })}`;
}

/** The largest swings: a score that counted twice, three alike that left, the dearest and the best round. */
export function worth(room: Room): string[] {
  const lines: Line[] = [];
  const doubled = new Set<string>();
  let round = 0;
  const rounds: { points: number; seat: number; round: number }[] = [];
  for (const told of room.story) {
    const seat = told.seat ?? 0;
    if (told.event === 'dealt') round = told['round'] as number;
    if (told.event === 'scored' || told.event === 'first_scored') rounds.push({ points: told['points'] as number, seat, round });
    if (told.event === 'doubled') {
      const points = told['points'] as number;
      doubled.add(`${seat}/${round}`);
      lines.push({
        swing: points / 2,
        text: of(room, 'table.worth.doubled', seat, { half: figure(points / 2), doubled: figure(points), round }),
      });
    }
    if (told.event === 'cleared') {
      const value = told['value'] as number;
      lines.push({
        swing: 3 * value,
        text: of(room, 'table.worth.cleared', seat, { value: figure(value), points: 3 * value, round }),
      });
    }
  }
  const mean = rounds.reduce((sum, { points }) => sum + points, 0) / Math.max(1, rounds.length);
  const plain = rounds.filter((one) => !doubled.has(`${one.seat}/${one.round}`)).toSorted((a, b) => a.points - b.points);
  const [best, worst] = [plain[0], plain.at(-1)];
  if (best && worst && best !== worst) {
    lines.push({
      swing: mean - best.points,
      text: of(room, 'table.worth.best', best.seat, { points: figure(best.points), round: best.round }),
    });
    lines.push({
      swing: worst.points - mean,
      text: of(room, 'table.worth.worst', worst.seat, { points: figure(worst.points), round: worst.round }),
    });
  }
  return [...new Set(lines.toSorted((a, b) => b.swing - a.swing).map(({ text }) => text))];
}
