import type { GamePage, Say, Sheet } from '$lib/game.ts';
import type { Told, View } from '$lib/wire.ts';
import LobbyNote from './camera/LobbyNote.svelte';
import { counted, firstSeat, unitOf, units } from './cast.ts';
import Piece from './Piece.svelte';
import Table from './Table.svelte';

const sub = ({ cells }: View, words: Say): string => words('table.sub', { round: cells.round });

/** How it came to the end: the rounds played, or what decided among equals. */
function end(view: View, words: Say): string {
  const { cells } = view;
  const [first, second] = units(view).map((unit) => cells.won[unit] as number).sort((a, b) => b - a);
  const shared = units(view).filter((unit) => view.ranks?.[firstSeat(view, unit)] === 1).length > 1;
  if (cells.scored > 0 && first === second && !shared) return words(`table.end.${cells.by_held ? 'held' : 'won'}`);
  return counted(words, 'table.end.cards', cells.scored);
}

/** A row a round, the monkeys marked. */
function sheet(view: View, story: Told[], words: Say): Sheet {
  const rounds: { gains: Map<number, number>; monkeys: Set<number> }[] = [];
  for (const told of story) {
    if (told.event === 'finger' || told.event === 'monkey') {
      if (rounds.at(-1)?.gains.size !== 0) rounds.push({ gains: new Map(), monkeys: new Set() });
    }
    const round = rounds.at(-1);
    if (!round || told.seat === undefined) continue;
    const unit = unitOf(view, told.seat);
    if (told.event === 'monkey') round.monkeys.add(unit);
    if (told.event === 'kept') round.gains.set(unit, 1);
    if (told.event === 'lost') round.gains.set(unit, 0);
    if (told.event === 'won') round.gains.set(unit, told['cards'] as number);
  }
  const mark = words('table.sheet.mark');
  const rows = rounds.map(({ gains, monkeys: those }, at) => ({
    head: `${at + 1}`,
    cells: Array.from({ length: view.players }, (_, seat) => {
      const unit = unitOf(view, seat);
      const text = gains.has(unit) ? `${gains.get(unit)}` : '';
      return those.has(unit) ? { text, mark } : { text };
    }),
  }));
  return { rows, ...(rows.length ? { legend: [{ mark, text: words('table.monkey') }] } : {}) };
}

const page: GamePage = { felt: 'keskife', Table, LobbyNote, Piece, passing: ['count_in', 'count_out'], lengths: { count_in: 0, count_out: 0, gesture: 0, finger: 150 }, sub, end, sheet };
if (import.meta.env.DEV) page.samples = (await import('./samples.ts')).samples;

export default page;
