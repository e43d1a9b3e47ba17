/* What was done to oneself since one's own last turn, raid by raid, in one breath. */

import type { Room } from '$lib/game.ts';
import type { Told } from '$lib/wire.ts';
import { list } from '$lib/words.svelte.ts';
import { cardInWords } from './cards.ts';
import { many } from './many.ts';

/** So many cards are named; where more were taken the slip would hide one's own, and the story has them. */
const NAMED = 4;
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

const beside = (zone: unknown): boolean => zone === 'dungeon' || zone === 'vault';

/** What an event everybody hears adds to a seat's dungeon and vault, or takes away, before they are laid out anew. */
function changeOf({ event, seat: who, victim, zone, count }: Told, seat: number): number {
  if (event === 'delivered') return Number(who === seat);
  if (!beside(zone)) return 0;
  if (event === 'robbed') return victim === seat ? -(count as number) : 0;
  if (event === 'left') return Number(victim === seat);
  return ['played', 'paid', 'changed'].includes(event) && who === seat ? -1 : 0;
}

/** How many cards lay in a seat's dungeon and vault before those that the story ends with were stored; undefined where the
 * story begins too late to say. At the end of a turn all that one has is laid out anew, so that `stored` is no addition. */
function storedBefore(story: Told[], seat: number): number | undefined {
  let lay = story.some(({ event }) => event === 'opened') ? 0 : undefined;
  let turn: number | null | undefined;
  let laid = 0;
  for (const told of story) {
    if (told.event === 'started') {
      if (turn === seat) lay = laid;
      turn = told.seat;
      laid = 0;
    } else if (told.event === 'stored') laid += 1;
    else if (lay !== undefined) lay += changeOf(told, seat);
  }
  return lay;
}

/** "Bo stores two more, twelve in all": what whoever played last added to dungeon and vault. Empty where they hold no more. */
export function storedLast(room: Pick<Room, 'story' | 'seat' | 'words' | 'name'>): string {
  const { story } = room;
  const now = story.findLastIndex(({ event }) => event === 'started');
  const before = story.slice(0, Math.max(0, now)).findLastIndex(({ event }) => event === 'started');
  const stored = before < 0 ? [] : story.slice(before, now).filter(({ event }) => event === 'stored');
  const seat = stored[0]?.seat;
  if (seat === undefined || seat === null || seat === room.seat) return '';
  const more = stored.length - (storedBefore(story.slice(0, now), seat) ?? stored.length);
  return more > 0 ? many('stores', more, room.words, { name: room.name(seat), all: stored.length }) : '';
}

/** What a raid took, as the robbed one knows it, and what it left behind, which is theirs now. */
function lossOf(room: Pick<Room, 'words' | 'name'>, raid: Told, told: Told[], first: boolean, few: boolean): string {
  const say = room.words;
  const next = told.findIndex(({ event }) => event === 'robbed');
  const parts = next < 0 ? told : told.slice(0, next);
  const named = (...events: string[]): string[] =>
    parts.flatMap(({ event, card }) => (events.includes(event) && card ? [cardInWords(card as string, say)] : []));
  const lost = named('took', 'named');
  const what = few && lost.length === raid['count'] ? list(lost) : String(raid['count']);
  const took = say(`table.done.${first ? 'first' : 'next'}.${raid['zone']}`, { name: room.name(raid.seat!), what });
  const left = named('left');
  return left.length ? `${took} (${many('done.yours', left.length, say, { cards: list(left) })})` : took;
}

/** "Ada took Sun coin 3 from your hand (Forest axe 1 is yours now); Cleo 3 from your vault. Bo takes Sun shield 2 back from
 * you." Empty where nothing was done. */
export function doneToMe(room: Pick<Room, 'story' | 'seat' | 'words' | 'name' | 'tell'>): string {
  const mine = sinceMyTurn(room).filter(({ victim }) => victim === room.seat);
  const raids = mine.flatMap((told, i) => (told.event === 'robbed' ? [i] : []));
  const few = mine.filter(({ event, card }) => ['took', 'named'].includes(event) && card).length <= NAMED;
  const said = raids.map((i, nth) => lossOf(room, mine[i]!, mine.slice(i + 1), nth === 0, few));
  const rest = mine.filter(({ event }) => !PARTS.includes(event)).map((event) => room.tell(event));
  return [said.join('; '), ...rest]
    .filter(Boolean)
    .map((sentence) => `${sentence}.`)
    .join(' ');
}
