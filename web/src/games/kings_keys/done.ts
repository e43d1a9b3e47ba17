/* What was done to oneself since one's own last turn, raid by raid, in one breath. */

import type { Room } from '$lib/game.ts';
import type { Told } from '$lib/wire.ts';
import { many } from './many.ts';
import { lying, sizeOf } from './scene.svelte.ts';

/** What tells the rest of a raid card by card: it is in the raid's own sentence. */
const PARTS = ['robbed', 'named', 'took', 'left', 'saw', 'bargained'];

/** All that was told since one's own turn before this one began; everything, before one's second turn. */
export function sinceMyTurn({ story, seat }: Pick<Room, 'story' | 'seat'>): Told[] {
  const mine = story.flatMap(({ event, seat: who }, i) => (event === 'started' && who === seat ? [i] : []));
  const at = story.findLastIndex(({ event }) => event === 'started');
  // While another plays, one's own last turn is the one before.
  const before = story[at]?.seat === seat ? mine.at(-2) : mine.at(-1);
  return story.slice((before ?? -1) + 1);
}

/** "Bo stores two more, twelve in all": what whoever played last put into dungeon and vault. Empty where nothing was. */
export function storedLast(room: Pick<Room, 'story' | 'seat' | 'words' | 'name' | 'view'>): string {
  const { story } = room;
  const now = story.findLastIndex(({ event }) => event === 'started');
  const before = story.slice(0, Math.max(0, now)).findLastIndex(({ event }) => event === 'started');
  const stored = before < 0 ? [] : story.slice(before, now).filter(({ event }) => event === 'stored');
  const seat = stored[0]?.seat;
  if (seat === undefined || seat === room.seat) return '';
  const lies = lying(room.view);
  const all = sizeOf(lies, `dungeon${seat}`) + sizeOf(lies, `vault${seat}`);
  return many('stores', stored.length, room.words, { name: room.name(seat), all });
}

/** "Ada took 3 from your hand, Cleo 3 from your vault. Bo takes Sun shield 2 back from you." Empty where nothing was done. */
export function doneToMe(room: Pick<Room, 'story' | 'seat' | 'words' | 'name' | 'tell'>): string {
  const mine = sinceMyTurn(room).filter(({ victim }) => victim === room.seat);
  const raids = mine.filter(({ event }) => event === 'robbed');
  const said = raids.map(({ seat, zone, count }, i) =>
    room.words(`table.done.${i ? 'next' : 'first'}.${zone}`, { name: room.name(seat!), n: count as number }),
  );
  const rest = mine.filter(({ event }) => !PARTS.includes(event)).map((event) => room.tell(event));
  return [said.join(', '), ...rest]
    .filter(Boolean)
    .map((sentence) => `${sentence}.`)
    .join(' ');
}
