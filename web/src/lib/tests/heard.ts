/* What rooms really sent: whole matches of bots, made by `make generated` (tests/evenings), as one seat saw and heard them. */

import { readFileSync } from 'node:fs';
import type { GamePage, Room } from '../game.ts';
import { asText, GameWords } from '../words.svelte.ts';
import type { Told, View } from '../wire.ts';

const ROOT = `${import.meta.dirname}/../../../..`;

interface Evening {
  game: string;
  /** Every event the game declares: what it says besides whom it is of. */
  events: Record<string, string[]>;
  /** The events that came in the matches played for this file. */
  came: string[];
  story: Told[];
  moments: { heard: number; view: Partial<View>; cells: View['cells'] }[];
}

/** A moment at which the seat was asked, or the end. */
export interface Moment {
  view: View;
  story: Told[];
}

export const eveningOf = (game: string): Evening =>
  JSON.parse(readFileSync(`${ROOT}/tests/evenings/${game}.json`, 'utf8')) as Evening;

export const wordsOf = (game: string, language = 'en'): GameWords =>
  new GameWords(JSON.parse(readFileSync(`${ROOT}/src/parlour/games/${game}/words.${language}.json`, 'utf8')));

/** The match, moment by moment; a moment in the file says only what is not as before. */
export function momentsOf(game: string): Moment[] {
  const { story, moments } = eveningOf(game);
  let view = { cells: {} } as View;
  return moments.map((moment) => {
    view = { ...view, ...moment.view, cells: { ...view.cells, ...moment.cells } };
    return { view, story: story.slice(0, moment.heard) };
  });
}

export const NAMES = ['Ada', 'Bo', 'Cleo', 'Dee', 'Eve'];
/** A sentence without the marks that keep names apart from right-to-left text. */
export const bare = (text: string): string => text.replaceAll(/[\u2066-\u2069]/g, '');

/** The room as a table's sentences ask it: people by name, nobody waiting. */
export function roomOf(game: string, { view, story }: Moment, language = 'en'): Room {
  const words = wordsOf(game, language);
  return {
    view,
    story,
    seat: view.seat,
    words: words.say,
    name: (seat: number) => NAMES[seat]!,
    at: () => undefined,
    tell: (event: Told) => asText(words.tell(event, view.seat, NAMES)),
    table: { still: null },
  } as unknown as Room;
}

/**
 * Every moment of a match as the room of a television has it, with what it tells above the table: the last sentence, and those
 * that it may still be at.
 */
export function watched(game: string, { passing = [], says = [] }: Pick<GamePage, 'passing' | 'says'> = {}): Watched[] {
  return momentsOf(game).map(({ view, story }) => {
    const told = story.filter(({ event }) => !passing.includes(event) && !says.includes(event));
    const lines = wordsOf(game).story(told.slice(-24), null, NAMES).slice(-3);
    const moment = { view: { ...view, seat: null, legal: [], may: [] }, story };
    return { room: { ...roomOf(game, moment), screen: 'tv' }, above: lines.map((line) => bare(asText(line))) };
  });
}
interface Watched {
  room: Room;
  above: string[];
}

/** Which sentences that are told above a table stand on its slip as well. */
export const toldTwice = (slip: string[], above: string[]): string[] => {
  const said = slip.map(bare).join(' ');
  return above.filter((line) => said.includes(line.replace(/[.!?]$/, '')));
};

/** An event that a test makes up: one that the game declares and real matches told, with all that it says. */
export function made(game: string, ...events: Told[]): Told[] {
  const { events: declared, came } = eveningOf(game);
  for (const { event, seat: _, ...said } of events) {
    if (!declared[event]) throw new Error(`${game} tells no event ${event}`);
    if (!came.includes(event)) throw new Error(`in no match played for tests/evenings did ${event} come`);
    const [want, got] = [declared[event].toSorted().join(), Object.keys(said).toSorted().join()];
    if (want !== got) throw new Error(`${event} says ${want || 'nothing'}, and not ${got || 'nothing'}`);
  }
  return events;
}
