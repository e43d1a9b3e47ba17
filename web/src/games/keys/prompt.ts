/* The one sentence that says what is happening while coasters are placed and bids made, and what the person may do. */

import type { Room } from '$lib/game.ts';
import { standsStill } from '$lib/table/standstill.ts';
import type { Told } from '$lib/wire.ts';
import { plural, t } from '$lib/words.svelte.ts';
import { numberIn } from './seats.ts';

export interface Prompt {
  title: string;
  help: string;
  mine: boolean;
}

const LOSSES = ['lost', 'out', 'left'];

/** What the end of the last challenge cost whom, until the first coaster of the new round lies. */
function lastLoss(room: Room): string {
  const since = room.story.findLastIndex((event: Told) => event.event === 'began');
  const told = room.story.slice(Math.max(0, since - 2), since).filter((event) => LOSSES.includes(event.event));
  return told.map((event) => room.tell(event)).join('. ');
}

function placing(room: Room, mine: boolean): Prompt {
  const say = room.words;
  const { cells } = room.view;
  const actor: number = cells.actor;
  const may = cells.height[actor] > 0;
  const none = may && cells.height[actor] === cells.owned[actor];
  const kind = none ? '_bid' : may ? '_or' : '';
  const last = cells.on_table === 0 && room.screen !== 'tv' ? lastLoss(room) : ''; // a television tells it above the table
  const n: number = cells.to_win;
  /* Before the first coaster of a match the aim is worth more than how to lay one. */
  if (mine && !may && cells.round === 1)
    return { title: say('table.place.title'), help: say(`table.aim.${plural(n) === 'one' ? 'one' : 'other'}`, { n }), mine };
  if (mine) return { title: say(`table.place.title${kind}`), help: last || say(`table.place.help${kind}`), mine };
  return { title: say(`table.place.other${kind}`, { name: room.name(actor) }), help: last, mine };
}

function bidding(room: Room, mine: boolean): Prompt {
  const say = room.words;
  const { cells, seat } = room.view;
  const values = { name: room.name(cells.bidder), bid: numberIn(cells.bid, say) };
  if (mine)
    return { title: say('table.bid.title', values), help: say('table.bid.help', { n: numberIn(cells.on_table, say) }), mine };
  const help = say('table.bid.ask', { name: room.name(cells.actor) });
  return { title: say(cells.bidder === seat ? 'table.bid.mine' : 'table.bid.other', values), help, mine };
}

export function promptOf(room: Room): Prompt {
  const say = room.words;
  const { cells, seat, over, asked } = room.view;
  const mine = seat !== null && asked.includes(seat);
  if (over) {
    if (cells.winner === null) return { title: say('table.over.nobody'), help: '', mine: false };
    return {
      title: say(cells.winner === seat ? 'table.over.won_you' : 'table.over.won', { name: room.name(cells.winner) }),
      help: '',
      mine: false,
    };
  }
  if (standsStill(room.table)) return { title: t('still.stands'), help: '', mine: false };
  if (cells.phase === 'place') return placing(room, mine);
  if (cells.phase === 'bid') return bidding(room, mine);
  if (cells.phase !== 'start')
    return { title: room.screen === 'tv' ? say('table.next') : room.tell({ event: 'returned' }), help: '', mine: false };
  return { title: say('table.start.title'), help: say('table.start.help'), mine: false };
}
