/* The one sentence that says what is happening, and a second that says more. */

import type { Room } from '$lib/game.ts';
import { standsStill } from '$lib/table/standstill.ts';
import { list, t } from '$lib/words.svelte.ts';
import { counted, has, leaderName, leads, nameOf, seatsOf, unitOf } from './cast.ts';
import { revealed, type Shown } from './scene.svelte.ts';

export interface Prompt {
  title: string;
  help: string;
}

export type Mode = 'wait' | 'pack' | 'take' | 'ready' | 'count' | 'act' | 'vote' | 'show' | 'naming';
const MODES: Record<string, Mode> = {
  ...{
    appoint: 'wait',
    pack: 'pack',
    take: 'take',
    deal: 'wait',
    turn: 'wait',
    line: 'wait',
    ready: 'ready',
    start: 'ready',
    count_in: 'count',
  },
  ...{ act: 'act', count_out: 'vote', point: 'vote', show: 'show', naming: 'naming', over: 'show' },
};

export const modeOf = (room: Room, telling: Shown | null): Mode => (telling ? 'show' : (MODES[room.view.cells.phase] ?? 'wait'));

/** Those who are still to say that they are ready. */
function awaited(room: Room): string {
  const { view } = room;
  const seats = Array.from({ length: view.players }, (_, seat) => seat).filter(
    (seat) => has(view.cells.present, seat) && !has(view.cells.ready, seat),
  );
  return list(seats.map((seat) => room.name(seat)));
}

function reveal(room: Room, shown: Shown): Prompt {
  const { view, words } = room;
  const right = shown.fingers.filter(([, at]) => shown.monkeys.includes(at)).length;
  if (shown.monkeys.length === 0) return { title: words('table.reveal.pointing'), help: words('table.reveal.right') };
  const names = list(shown.monkeys.map((seat) => nameOf(room, unitOf(view, seat))));
  const you = shown.monkeys.length === 1 && view.seat !== null && unitOf(view, view.seat) === unitOf(view, shown.monkeys[0]!);
  const team = seatsOf(view, unitOf(view, shown.monkeys[0]!)).length > 1;
  const key = you ? 'you' : shown.monkeys.length > 1 ? 'two' : team ? 'team' : 'one';
  return { title: words(`table.reveal.${key}`, { names }), help: counted(words, 'table.reveal.found', right) };
}

export function promptOf(room: Room, mode: Mode, telling: Shown | null): Prompt {
  const { view, words, seat } = room;
  const { cells } = view;
  const leader = leaderName(room);
  const me = leads(view);
  const say = (key: string, values: Record<string, string | number> = {}): Prompt => ({
    title: words(`table.say.${key}.title`, { name: leader, tens: cells.tens ?? '', ones: cells.ones ?? '', ...values }),
    help: words(`table.say.${key}.help`, { name: leader, ...values }),
  });
  /* Before anything is played, the aim is worth more than whose turn it is. */
  const first = (key: string): Prompt => ({ ...say(key), ...(cells.round === 1 ? { help: words('aim') } : {}) });
  const shown = telling ?? (mode === 'show' ? revealed(view) : null);
  if (shown) return reveal(room, shown);
  if (standsStill(room.table)) return { title: t('still.stands'), help: '' };
  switch (mode) {
    case 'pack':
      return first(me ? 'pack_me' : 'pack');
    case 'take':
      return me ? say('take_me') : first('take');
    case 'ready':
      if (cells.phase === 'start') return say(me ? 'start_me' : 'start');
      return seat !== null && has(cells.ready, seat) ? say('ready_wait', { names: awaited(room) }) : say('ready');
    case 'count':
      return say('count');
    case 'act':
      return say(me ? 'act_me' : 'act');
    case 'vote':
      return say(cells.phase === 'count_out' ? 'hands' : 'point');
    case 'naming':
      return say(me ? 'naming_me' : 'naming');
    default:
      return first('wait');
  }
}
