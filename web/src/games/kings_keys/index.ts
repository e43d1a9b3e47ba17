import type { GamePage, Say } from '$lib/game.ts';
import type { View } from '$lib/wire.ts';
import Piece from './Piece.svelte';
import Picture from './Picture.svelte';
import Table from './Table.svelte';

function sub({ cells, asked, seat, over }: View, words: Say): string {
  if (over) return words('table.sub.over');
  if (cells.phase === 'voting') return words('table.sub.truce');
  if (seat !== null && asked.includes(seat)) return words(cells.phase === 'ending' || cells.phase === 'keeping' ? 'table.sub.end' : 'table.sub.mine');
  return words('table.sub.round', { round: cells.rounds + 1 });
}

const page: GamePage = { felt: 'kings', Table, Piece, Picture, sub };
if (import.meta.env.DEV) page.samples = (await import('./samples.ts')).samples;

export default page;
