import type { GamePage, Say, Sheet } from '$lib/game.ts';
import type { Action, Told, View } from '$lib/wire.ts';
import LobbyNote from './LobbyNote.svelte';
import { unitOf } from './cast.ts';
import Piece from './Piece.svelte';
import Table from './Table.svelte';

const sub = ({ cells }: View, words: Say): string => words('table.sub', { round: cells.round });

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

const press = ({ do: what, gesture, seat }: Action): string | null =>
  what === 'gesture' ? `.gest [data-gesture="${gesture}"]` : what === 'point' ? `.ballot [data-unit="${seat}"]` : null;

const page: GamePage = {
  felt: 'keskife',
  apart: true,
  Table,
  keys: { pick: '.pad button, .ballot button, .packs button' },
  LobbyNote,
  Piece,
  says: ['monkey', 'hands_up'],
  passing: ['count_in', 'count_out', 'gesture', 'ready', 'pointed'],
  lengths: { count_in: 0, count_out: 0, gesture: 0, finger: 150 },
  sub,
  press,
  ending: () => import('./end.ts'),
  sheet,
};
if (import.meta.env.MODE !== 'production') page.samples = (await import('./samples.ts')).samples;

export default page;
