import type { GamePage, Say, Sheet } from '$lib/game.ts';
import type { Told, View } from '$lib/wire.ts';
import Piece from './Piece.svelte';
import Picture from './Picture.svelte';
import Table from './Table.svelte';

function sub({ cells, asked, seat, over }: View, words: Say): string {
  if (over) return words('table.sub.over');
  if (cells.phase === 'voting') return words('table.sub.truce');
  if (seat !== null && asked.includes(seat))
    return words(cells.phase === 'ending' || cells.phase === 'keeping' ? 'table.sub.end' : 'table.sub.mine');
  return words('table.sub.round', { round: cells.rounds + 1 });
}

/** At the end, how many guards each had in place. */
function sheet({ cells, players, over }: View, _story: Told[], words: Say): Sheet {
  const guards = (cells.guards as number[]).slice(0, players);
  return { rows: over ? [{ head: words('table.win.guards_row'), cells: guards.map((n) => ({ text: `${n}` })) }] : [] };
}

const page: GamePage = {
  felt: 'kings',
  Table,
  Piece,
  Picture,
  lengths: { dealt: 60, kept: 60, stored: 60, robbed: 0, shuffled: 800 },
  sub,
  ending: () => import('./end.ts'),
  scored: false,
  sheet,
};
if (import.meta.env.MODE !== 'production') page.samples = (await import('./samples.ts')).samples;

export default page;
