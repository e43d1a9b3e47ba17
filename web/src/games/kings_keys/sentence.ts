/* What is said: the slip's one sentence, the whole play before it is confirmed, zones and kingdoms for a screen reader. */

import type { Room, Say } from '$lib/game.ts';
import { standsStill } from '$lib/table/standstill.ts';
import type { Told } from '$lib/wire.ts';
import { labelled, list, t } from '$lib/words.svelte.ts';
import { cardInWords, faceOf, kingdomWords, numberOf } from './cards.ts';
import { kingdomOf, type Play } from './draft.svelte.ts';
import { lying, sizeOf, ZONES, type Lying } from './scene.svelte.ts';
import { warningOf } from './danger.ts';
import { doneToMe, storedLast } from './done.ts';
import { many } from './many.ts';
import { lackOf, ranksOf } from './ways.ts';

export interface Prompt {
  title: string;
  help: string;
  /** What was done last. */
  last: string;
  mine: boolean;
}

/** "Forest’s dungeon". */
export function zoneInWords(room: Room, zone: string, seat: number): string {
  const say = room.words;
  return say(`table.whose.${zone}`, kingdomWords(kingdomOf(room.view, seat), say));
}

const pips = (cards: string[]): number => cards.reduce((sum, card) => sum + faceOf(card).rank, 0);

/** What pays: "3 Sun coins", and the coin the Coin Joker changes. */
function payment(play: Play, say: Say): string {
  const { kingdom } = faceOf(play.card!);
  const paid = many('play.coins', pips(play.coins), say, kingdomWords(kingdom, say));
  return play.changed ? say('table.play.changed', { coins: paid, card: cardInWords(play.changed, say) }) : paid;
}

/** How many pips are on the table, and how many are due. */
export const paidOf = (play: Play): { paid: number; due: number } => ({
  paid: pips(play.coins),
  due: play.card ? faceOf(play.card).rank : 0,
});

/** The kind of a play, as its sentence and its button are called. */
function kindOf(play: Play): string {
  if (play.word) return play.word;
  const { suit, rank } = faceOf(play.card!);
  if (!rank) return `joker_${suit}`;
  if (play.from !== null) return 'back';
  return suit;
}

/** What the thief takes, where they name cards. */
function taking(room: Room, play: Play, lies: Lying): string {
  const say = room.words;
  const { blind } = takesOf(play, lies);
  const what = play.named.map((card) => cardInWords(card, say));
  if (blind) what.push(many('play.blind', blind, say));
  return say('table.play.taking', { what: list(what) });
}

/** How many cards a raid brings: named, and blind. */
export function takesOf(play: Play, lies: Lying): { most: number; blind: number } {
  const place = `${play.zone}${play.victim}`;
  const most = faceOf(play.card!).rank || 1;
  const open = (lies.known[place] ?? []).filter((one) => one.up).length;
  return { most, blind: Math.max(0, Math.min(most - play.named.length, sizeOf(lies, place) - open)) };
}

/** The whole play in one sentence. */
export function playInWords(room: Room, play: Play, lies: Lying): string {
  const say = room.words;
  if (play.word) return say(`table.play.${play.word}`);
  const face = faceOf(play.card!);
  const kind = kindOf(play);
  const values = {
    ...kingdomWords(face.kingdom, say),
    card: cardInWords(play.card!, say),
    coins: play.coins.length ? payment(play, say) : '',
    place: play.victim === null ? '' : zoneInWords(room, play.zone!, play.victim),
    name: play.victim === null ? '' : room.name(play.victim),
    owner: play.from === null ? '' : room.name(play.from),
  };
  const key = kind === 'axe' || kind === 'shield' ? `${kind}${play.coins.length ? '_paid' : ''}${play.led ? '_led' : ''}` : kind;
  const sentence = say(`table.play.${key}`, values);
  return play.named.length ? `${sentence} ${taking(room, play, lies)}` : sentence;
}

/** What the button says that sends the play. */
export const goInWords = (play: Play, say: Say): string => say(`table.go.${kindOf(play)}`);

const SILENT = ['started', 'dealt', 'took', 'kept', 'stored', 'saw', 'showed', 'shuffled', 'paid', 'changed', 'left'];

const sentenceOf = (room: Room, event: Told): string => (SILENT.includes(event.event) ? '' : room.tell(event));

/** What was done last, as a sentence; once the next turn begins, also what was stored at the end of that one. A television tells
 * it above the table. */
function lastDone(room: Room): string {
  if (room.screen === 'tv') return '';
  const stored = room.story.at(-1)?.event === 'started' ? storedLast(room) : '';
  const done = room.story.findLast((event) => sentenceOf(room, event) !== '');
  return [done ? sentenceOf(room, done) : '', stored].filter(Boolean).join('. ');
}

function draftPrompt(room: Room, play: Play, lies: Lying): Prompt {
  const say = room.words;
  if (play.stage === 'ready') {
    const takes = play.victim !== null && play.zone !== 'kingdom' ? takesOf(play, lies).blind + play.named.length : 0;
    const help = takes ? many('play.takes', takes, say) : '';
    const loyal =
      play.victim !== null &&
      faceOf(play.card!).suit === 'axe' &&
      faceOf(play.card!).rank > 0 &&
      kingdomOf(room.view, play.victim) === faceOf(play.card!).kingdom;
    return { title: playInWords(room, play, lies), help: loyal ? say('table.play.loyal') : help, last: '', mine: true };
  }
  const face = faceOf(play.card!);
  const kind = face.rank ? face.suit : `joker_${face.suit}`;
  const title = face.rank
    ? many(`aim.${kind}`, face.rank, say, { card: cardInWords(play.card!, say) })
    : say(`table.aim.${kind}`);
  return { title, help: say(`table.aim.help_${kind}`, kingdomWords(face.kingdom, say)), last: '', mine: true };
}

/** With no card of one's own to play: what is possible instead; null where one can be played, or a set shown. */
function stuckOf({ view }: Room): 'nothing' | 'spy' | 'back' | 'back_spy' | null {
  const guard = (card: unknown): boolean => `${view.cells.at[numberOf(card as string)]}`.startsWith('guards');
  const may = (word: string): boolean => view.legal.some((action) => action.do === word);
  if (!view.legal.length || may('claim') || view.legal.some((action) => action.do === 'card' && !guard(action['card'])))
    return null;
  const back = may('card');
  if (may('spy')) return back ? 'back_spy' : 'spy';
  return back ? 'back' : 'nothing';
}

/** What is still to be done at the end of a turn where no card is chosen: a set to show, or what becomes of all cards. */
function endHelp({ view, words }: Room): string {
  const may = (...words: string[]): boolean => view.legal.some((action) => words.includes(action.do));
  if (may('claim', 'eliminate')) return words('table.turn.end_help');
  const lies = lying(view);
  const stored = sizeOf(lies, `dungeon${view.seat}`) + sizeOf(lies, `vault${view.seat}`);
  return stored && !may('card') ? words('table.turn.end_all', { keep: view.cells.hand_limit }) : '';
}

function turnPrompt(room: Room): Prompt {
  const say = room.words;
  const { phase, rounds, guards_to_win: guards, army_to_win: army } = room.view.cells;
  const refused = room.story.at(-1)?.event === 'refused'; // a truce, and the turn goes on
  const lack = lackOf(room.view, room.seat!, say);
  const warning = warningOf(room);
  const done = refused ? '' : doneToMe(room);
  if (phase === 'turn') {
    const aim = rounds === 0 && !lack && !warning ? say('table.goal', { guards, army }) : '';
    const ranks = warning || done ? '' : ranksOf(room.view, room.seat!, say); // the meters say it too
    const help = [warning && `${warning.title}. ${warning.help}`, lack || aim || ranks].filter(Boolean).join(' ');
    return { title: say('table.turn.draw'), help, last: done || (aim ? '' : lastDone(room)), mine: true };
  }
  if (phase === 'ending') return { title: say('table.turn.end'), help: endHelp(room), last: lastDone(room), mine: true };
  const last = refused ? lastDone(room) : done; // until one has played
  const stuck = refused ? null : stuckOf(room);
  if (stuck) {
    const help = [say(`table.stuck.${stuck}`), warning && `${warning.title}.`, lack].filter(Boolean).join(' ');
    return { title: say('table.stuck.title'), help, last, mine: true };
  }
  if (warning) return { title: warning.title, help: [warning.help, lack].filter(Boolean).join(' '), last, mine: true };
  return {
    title: say('table.turn.play'),
    help: refused ? '' : lack || (done ? '' : say('table.turn.play_help')),
    last,
    mine: true,
  };
}

export function promptOf(room: Room, play: Play, drafted: boolean, lies: Lying): Prompt {
  const say = room.words;
  const { cells, seat, asked } = room.view;
  const mine = seat !== null && asked.includes(seat);
  const other = (key: string, who: number): Prompt => ({
    title: say(`table.other.${key}`, { name: room.name(who) }),
    help: '',
    last: lastDone(room),
    mine: false,
  });
  if (standsStill(room.table)) return { title: t('still.stands'), help: '', last: lastDone(room), mine: false };
  if (cells.phase === 'voting') {
    if (mine)
      return {
        title: say('table.vote.title', { name: room.name(cells.proposer) }),
        help: say('table.vote.help'),
        last: '',
        mine,
      };
    return other('vote', cells.voter);
  }
  if (cells.phase === 'crowning' && cells.chosen)
    return { title: say('table.crown.wait', { name: room.name(cells.actor) }), help: '', last: '', mine: false };
  if (cells.phase === 'crowning' || cells.phase === 'opening' || cells.phase === 'dealing')
    return { title: say('table.dealing'), help: '', last: lastDone(room), mine: false };
  if (mine) return drafted || play.card ? draftPrompt(room, play, lies) : turnPrompt(room);
  if (seat !== null && cells.actor === seat) return { title: say('table.yours'), help: '', last: lastDone(room), mine: false };
  return other('turn', cells.actor);
}

/** "6 of 10 guards, highest guard 4. Guards: …". */
export function guardsInWords(cards: string[], of: number, say: Say): string {
  if (!cards.length) return say('table.guards.none');
  const best = Math.max(...cards.map((card) => faceOf(card).rank));
  const names = say('table.guards.cards', { cards: list(cards.map((card) => cardInWords(card, say))) });
  return `${many('guards.label', pips(cards), say, { of })}, ${say('table.guards.highest', { best })}. ${names}`;
}

/** The cards of a zone, as a screen reader says them. */
export function cardsInWords(lies: Lying, place: string, say: Say, own: boolean): string {
  const names = (up: boolean): string[] =>
    (lies.known[place] ?? []).filter((one) => one.up === up).map((one) => cardInWords(one.card, say));
  const parts = [many('cards', sizeOf(lies, place), say)];
  if (names(true).length) parts.push(say('table.zone.open', { cards: list(names(true)) }));
  if (names(false).length) parts.push(own ? list(names(false)) : say('table.zone.secret', { cards: list(names(false)) }));
  return parts.join('. ');
}

/** "Sun’s vault, Noor: 3 cards. Lying open: …". */
export const zoneLabel = (room: Room, lies: Lying, zone: string, seat: number): string =>
  labelled(`${zoneInWords(room, zone, seat)}, ${room.name(seat)}`, cardsInWords(lies, zone + seat, room.words, false));

export const handSize = (lies: Lying, seat: number): number => ZONES.reduce((sum, zone) => sum + sizeOf(lies, zone + seat), 0);
