import type { GamePage, Say, Sheet } from '$lib/game.ts';
import type { Told, View } from '$lib/wire.ts';
import Piece from './Piece.svelte';
import Picture from './Picture.svelte';
import Table from './Table.svelte';

function sub({ cells }: View, words: Say): string {
  if (cells.phase === 'flip' || cells.phase === 'result') return words('table.sub.challenge');
  return cells.round > 0 ? words('table.sub.round', { round: cells.round }) : '';
}

/** A row a challenge, with the bid below the one who made it; a ring says that it failed. */
function sheet({ players }: View, story: Told[], words: Say): Sheet {
  const rows: Sheet['rows'] = [];
  let round = 0;
  let bid = 0;
  for (const told of story) {
    if (told.event === 'began') round += 1;
    if (told.event === 'bid') bid = told['bid'] as number;
    if (told.event !== 'succeeded' && told.event !== 'failed') continue;
    const done = { text: `${bid}`, ...(told.event === 'failed' ? { mark: '×' } : {}) };
    rows.push({ head: `${round}`, cells: Array.from({ length: players }, (_, seat) => (seat === told.seat ? done : { text: '' })) });
  }
  const failed = rows.some(({ cells }) => cells.some(({ mark }) => mark));
  return { rows, ...(failed ? { legend: [{ mark: '×', text: words('table.sheet') }] } : {}) };
}

const page: GamePage = { felt: 'keys', Table, Piece, Picture, sub, sheet };
if (import.meta.env.DEV) page.samples = (await import('./samples.ts')).samples;

export default page;
