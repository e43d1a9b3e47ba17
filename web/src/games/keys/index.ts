import type { GamePage, Say, Sheet } from '$lib/game.ts';
import type { Action, Told, View } from '$lib/wire.ts';
import point from './art/point.svg';
import Piece from './Piece.svelte';
import Picture from './Picture.svelte';
import { held, stacked } from './scene.svelte.ts';
import Table from './Table.svelte';

function sub({ cells }: View, words: Say): string {
  if (cells.phase === 'flip' || cells.phase === 'result') return words('table.sub.challenge');
  return cells.round > 0 ? words(`table.sub.goal_${cells.to_win}`) : '';
}

/**
 * A row a challenge, with what it came to below the one who made it: a branch of laurel for a point, a struck bid for a
 * coaster.
 */
function sheet({ players }: View, story: Told[], words: Say): Sheet {
  const rows: Sheet['rows'] = [];
  let round = 0;
  let bid = 0;
  for (const told of story) {
    if (told.event === 'began') round += 1;
    if (told.event === 'bid') bid = told['bid'] as number;
    if (told.event !== 'succeeded' && told.event !== 'failed') continue;
    const won = told.event === 'succeeded';
    const done = won
      ? { text: '', art: point, said: words('table.sheet.won_said', { bid }) }
      : { text: `${bid}`, struck: true, said: words('table.sheet.lost_said', { bid }) };
    rows.push({
      head: `${round}`,
      cells: Array.from({ length: players }, (_, seat) => (seat === told.seat ? done : { text: '' })),
    });
  }
  const legend = [
    { mark: '', art: point, text: words('table.sheet.won') },
    { mark: '4', struck: true, text: words('table.sheet.lost') },
  ];
  return { rows, ...(rows.length > 0 ? { legend } : {}) };
}

function spot({ do: what, coaster, seat }: Action): string | null {
  if (what === 'place') return held(coaster as 'regular' | 'key', 0);
  return what === 'flip' ? stacked(seat as number, 0) : null;
}

const press = ({ do: what, bid }: Action): string | null =>
  what === 'bid' ? `.bids [data-bid="${bid}"]` : what === 'pass' ? '[data-do=pass]' : null;

const lengths = {
  passed: 60,
  challenger: 600,
  flipped: 1_500,
  failed: 0,
  returned: 1_500,
  lost: 1_000,
  out: 1_000,
  left: 1_000,
  began: 0,
};

const page: GamePage = {
  felt: 'keys',
  Table,
  keys: { pick: '.bids button, .held button, button.stack' },
  Piece,
  Picture,
  lengths,
  sub,
  spot,
  press,
  ending: () => import('./end.ts'),
  sheet,
  ranked: false,
};
if (import.meta.env.MODE !== 'production') page.samples = (await import('./samples.ts')).samples;

export default page;
