/* The one sentence on the slip: what is happening, and what the person may do about it. */

import type { Room, Say } from '$lib/game.ts';
import { standsStill } from '$lib/table/standstill.ts';
import type { Told } from '$lib/wire.ts';
import { t } from '$lib/words.svelte.ts';
import type { Lying } from './scene.svelte.ts';

/** A move that began with the open pile: its card is to be placed, or the drawn one lies on it and a card is to be turned. */
export type Wish = 'take' | 'turn';

export interface Prompt {
  title: string;
  help: string;
  /** What the player before did. */
  last: string;
  mine: boolean;
}

const DONE = ['took', 'swapped', 'turned', 'cleared', 'cleared_row', 'out', 'left', 'dropped', 'starts', 'leads'];

/** What was done last in this round, as a sentence. */
function lastDone(room: Room): string {
  const { story } = room;
  for (let i = story.length - 1; i >= 0 && story[i]!.event !== 'dealt'; i--) {
    const event: Told = story[i]!;
    if (DONE.includes(event.event)) return room.tell(event);
  }
  return '';
}

function listed(names: string[], say: Say): string {
  return names.length < 2 ? (names[0] ?? '') : say('table.and', { first: names.slice(0, -1).join(', '), last: names.at(-1)! });
}

/** What to turn at the start, of so many cards and so many turned. */
const turning = (all: number, open: number): string =>
  (open === 0 ? { 1: 'single', 2: 'two', 3: 'three' }[all] : { 1: 'one', 2: 'two_more' }[all - open]) ?? 'one';

function reveal(room: Room, say: Say): Prompt {
  const { cells, asked, seat } = room.view;
  const mine = seat !== null && asked.includes(seat);
  const help =
    cells.round === 1
      ? say('table.reveal.highest')
      : cells.starter === seat
        ? say('table.reveal.starts_you')
        : say('table.reveal.starts', { name: room.name(cells.starter) });
  if (mine)
    return {
      title: say(`table.reveal.${turning(cells.opening, 12 - cells.hidden[seat])}`),
      help:
        cells.round === 1 && cells.hidden[seat] === 12 ? say(cells.doubling === 'off' ? 'table.aim' : 'table.aim_doubled') : help,
      last: '',
      mine,
    };
  return {
    title: say('table.reveal.wait', {
      names: listed(
        asked.map((who) => room.name(who)),
        say,
      ),
    }),
    help,
    last: '',
    mine,
  };
}

function myTurn(room: Room, say: Say, now: Lying, wish: Wish | null): Prompt {
  const value = now.discard.at(-1) ?? 0;
  const last = lastDone(room);
  if (wish === 'take') return { title: say('table.take.title', { value }), help: say('table.take.help'), last: '', mine: true };
  if (wish === 'turn') return { title: say('table.turn.title'), help: say('table.turn.help', { value }), last: '', mine: true };
  if (now.held && now.held.value !== null) {
    const help = say(room.view.legal.some((action) => action.do === 'turn') ? 'table.hold.help' : 'table.hold.swap');
    return { title: say('table.hold.title', { value: now.held.value }), help, last: '', mine: true };
  }
  const title = say(room.view.cells.ender === null ? 'table.draw.title' : 'table.draw.last_title');
  return { title, help: say('table.draw.help', { value }), last, mine: true };
}

export function promptOf(room: Room, now: Lying, wish: Wish | null): Prompt {
  const say = room.words;
  const { cells, seat } = room.view;
  if (standsStill(room.table)) return { title: t('still.stands'), help: '', last: lastDone(room), mine: false };
  if (cells.phase === 'reveal' || cells.phase === 'revealing' || cells.phase === 'tie') return reveal(room, say);
  if (cells.phase === 'opening') return { title: say('table.dealing'), help: '', last: '', mine: false };
  if (cells.phase === 'counting') return { title: say('table.counting'), help: '', last: lastDone(room), mine: false };
  if (cells.phase === 'over') return { title: say(`table.over.${cells.ending}`), help: '', last: lastDone(room), mine: false };
  if (cells.turn === seat) return myTurn(room, say, now, wish);
  const name = room.name(cells.turn);
  const drawn = now.held !== null;
  return { title: say(drawn ? 'table.other.drawn' : 'table.other.turn', { name }), help: '', last: lastDone(room), mine: false };
}
