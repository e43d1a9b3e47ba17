import type { GamePage, Say, Sheet } from '$lib/game.ts';
import { figure } from '$lib/words.svelte.ts';
import type { Action, Told, View } from '$lib/wire.ts';
import Piece from './Piece.svelte';
import Picture from './Picture.svelte';
import { place } from './grid.ts';
import { PILE } from './scene.svelte.ts';
import Table from './Table.svelte';

function sub({ cells }: View, words: Say): string {
  const where = cells.phase === 'between' ? 'count' : cells.ender !== null && cells.turn !== null ? 'last' : 'round';
  return words(`table.sub.${where}`, { round: cells.round });
}

/** The rounds counted, with the doubled scores marked as the story tells them. */
function sheet({ cells, players }: View, story: Told[], words: Say): Sheet {
  const shown = Math.min(cells.scored, cells.sheet[0].length);
  const first = cells.scored - shown;
  const doubled = new Set<string>();
  let round = 0;
  for (const told of story) {
    if (told.event === 'dealt') round = told['round'] as number;
    if (told.event === 'doubled') doubled.add(`${round}/${told.seat}`);
  }
  const rows = Array.from({ length: shown }, (_, row) => ({
    head: `${first + row + 1}`,
    cells: Array.from({ length: players }, (_, seat) => ({
      text: figure(cells.sheet[seat][row]),
      ...(doubled.has(`${first + row + 1}/${seat}`) ? { mark: '×2' } : {}),
    })),
  }));
  return { rows, ...(doubled.size > 0 ? { legend: [{ mark: '×2', text: words('table.doubled') }] } : {}) };
}

const spot = ({ do: what, slot }: Action, { seat }: View): string | null =>
  what === 'draw' ? PILE : typeof slot === 'number' && seat !== null ? place(seat, slot - 1) : null;

const page: GamePage = {
  felt: 'skyjo',
  Table,
  keys: { draw: '[data-place=pile]', take: '[data-place=discard]', pick: '.me .grid4 .card' },
  Piece,
  Picture,
  passing: ['drew', 'ready'],
  lengths: { counted: 60, scored: 80, first_scored: 80, dealt: 1_000 },
  sub,
  spot,
  ending: () => import('./end.ts'),
  sheet,
};
if (import.meta.env.MODE !== 'production') {
  page.samples = (await import('./samples.ts')).samples;
  void import('./CountUp.svelte'); // a sample of the count is drawn at once
}

export default page;
