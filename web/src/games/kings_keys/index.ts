import type { GamePage, Say, Sheet } from '$lib/game.ts';
import type { Action, Told, View } from '$lib/wire.ts';
import Piece from './Piece.svelte';
import Picture from './Picture.svelte';
import Table from './Table.svelte';
import { placeOfCard, zoneOf } from './scene.svelte.ts';
import { nearestOf } from './ways.ts';

function sub({ cells, asked, seat, over }: View, words: Say): string {
  if (over) return words('table.sub.over');
  if (cells.phase === 'voting') return words('table.sub.truce');
  if (seat !== null && asked.includes(seat))
    return words(cells.phase === 'ending' || cells.phase === 'keeping' ? 'table.sub.end' : 'table.sub.mine');
  return words('table.sub.round', { round: cells.rounds + 1 });
}

/** At the end, how far each had come on each way, as far as this seat knows, and where they were nearest. */
function sheet(view: View, _story: Told[], words: Say): Sheet {
  const { players, progress, over } = view;
  if (!over) return { rows: [] };
  const seats = Array.from({ length: players }, (_, seat) => seat);
  const rows = (progress[0] ?? []).map(({ way }, row) => ({
    head: words(`ways.${way}.name`),
    cells: seats.map((seat) => {
      const { have, need } = progress[seat]![row]!;
      // Of the others only guards are in sight: what is not known to be there may be there.
      if (have === 0 && way !== 'guards' && seat !== view.seat) return { text: '–', said: words('table.ways.unknown') };
      const said = words('table.ways.said', { have, need });
      return { text: `${have}/${need}`, said, ...(nearestOf(view, seat)?.way === way ? { mark: '*' } : {}) };
    }),
  }));
  return { rows, legend: [{ mark: '*', text: words('table.win.nearest') }] };
}

/** Where an action of this seat would be pressed. */
const spot = ({ do: what, card, zone, seat }: Action): string | null =>
  what === 'card'
    ? placeOfCard(card as string)
    : what === 'target'
      ? zoneOf(`${zone}${seat}`)
      : what === 'draw'
        ? zoneOf('pile')
        : null;

/** While all hands lie open, and as long as somebody is asked: the step that is taken, by oneself or by another. */
function step({ cells, asked, seat, over }: View): string | null {
  if (over || seat === null || !cells.shown || cells.rounds > 0 || !asked.length) return null;
  return asked.includes(seat) ? cells.phase : 'others';
}

const page: GamePage = {
  felt: 'kings',
  Table,
  keys: { draw: 'button[data-place=pile], .pile button', pick: '.khand button, .picks button' },
  Piece,
  Picture,
  lengths: { dealt: 60, kept: 60, stored: 60, robbed: 0, shuffled: 800 },
  sub,
  spot,
  walk: { options: { hands: 'open' }, step },
  ending: () => import('./end.ts'),
  scored: false,
  sheet,
};
if (import.meta.env.MODE !== 'production') page.samples = (await import('./samples.ts')).samples;

export default page;
