/* Views for the gallery: one of each kind of moment, from two to eight players. */

import type { Sample } from '$lib/game.ts';
import { personWith } from '$lib/table/blank.ts';
import type { Action, Person, View } from '$lib/wire.ts';
import type { Face } from './grid.ts';

const WHO: [string, string, boolean][] = [
  ['Ada', 'fox', false],
  ['Noor', 'owl', false],
  ['Tick', 'tick', true],
  ['Jules', 'bear', false],
  ['Mirza', 'cat', false],
  ['Sol', 'hare', false],
  ['Ines', 'moth', false],
  ['Tock', 'tock', true],
];

const GRIDS = [
  '4 ? 0 12 ? 7 ? 3 9 ? 0 ?',
  '5 ? ? -1 ? 2 ? ? 8 ? 6 ?',
  '? 1 . ? 3 ? . 10 ? ? . 2',
  '12 ? ? 0 ? ? 7 ? 1 ? ? 11',
  '? 3 ? ? ? ? 9 ? ? 1 ? ?',
  '? ? 4 ? ? -2 ? 5 ? ? ? 6',
  '? 0 ? 0 2 ? ? ? ? ? 3 ?',
  '8 ? ? . ? ? 1 . ? 7 ? .',
];
const COUNTED = [
  '4 . 0 3 2 . 5 3 9 . 0 -1',
  '1 2 2 -1 2 1 0 4 1 0 -2 -1',
  '4 1 . 0 3 6 . 10 2 5 . 2',
  '1 0 3 . -1 2 0 . 4 1 2 .',
  '5 6 -1 . 4 9 0 . 12 1 1 .',
  '3 3 4 8 0 -2 7 5 2 1 12 6',
  '2 0 11 0 2 7 -1 4 5 6 3 12',
  '8 10 2 . 3 4 1 . 5 7 3 .',
];

const face = (word: string): Face => (word === '?' ? 'hidden' : word === '.' ? 'gone' : Number(word));
const cardsOf = (text: string): Face[] => text.split(' ').map(face);
const sum = (cards: Face[]): number => cards.reduce<number>((all, card) => all + (typeof card === 'number' ? card : 0), 0);

function people(players: number): Person[] {
  return WHO.slice(0, players).map(([name, avatar, bot], seat) =>
    personWith({ person: seat + 1, name, avatar, bot: bot ? 'simple' : null, seat, here: seat !== 5, ready: true, shook: true }),
  );
}

interface Moment {
  players: number;
  seat?: number | null;
  grids?: string[];
  asked?: number[];
  legal?: Action[];
  cells?: Record<string, unknown>;
}

function sample({ players, seat = 0, grids = GRIDS, asked = [0], legal = [], cells = {} }: Moment): Sample {
  const grid = Array.from({ length: 8 }, (_, s) => (s < players ? cardsOf(grids[s]!) : new Array<Face>(12).fill('gone')));
  const totals = [22, 31, 18, 64, 22, 47, 9, 53].slice(0, players);
  const full = {
    ...{ phase: 'turn', round: 3, turn: 0, starter: 1, ender: null, due: 0, turns: 20, grid, drawn: null, mover: players - 1 },
    ...{ move: 'took', slot: 1, pile: 86, shuffles: 0, discard: [2, 9, 6, ...new Array<null>(147).fill(null)], discards: 3 },
    ...{ hidden: grid.map((row) => row.filter((card) => card === 'hidden').length), left: new Array<number>(8).fill(0) },
    ...{ points: grid.map(sum), added: grid.map(sum), totals: [...totals, ...new Array<number>(8 - players).fill(0)], scored: 2 },
    ...{
      sheet: grid.map(() => [12, 10, ...new Array<number>(22).fill(0)]),
      ending: 'none',
      end_score: 100,
      opening: 2,
      ...cells,
    },
  };
  const view: View = {
    ...{
      game: 'skyjo',
      version: 1,
      seat,
      players,
      cells: full,
      asked,
      waiting: null,
      legal,
      may: [],
      scores: totals,
      quiet: [],
      progress: [],
    },
    ...{ ranks: null, over: false },
  };
  const story = [
    { event: 'dealt', round: 3 },
    { event: 'took', seat: Math.min(1, players - 1), slot: 1, card: 5, went: 9 },
  ];
  return { view, people: people(players), story };
}

const slots = (word: string, which: number[]): Action[] => which.map((slot) => ({ do: word, slot }));
const ALL = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const HIDDEN = [2, 5, 7, 10, 12];
const turn = [{ do: 'draw' }, ...slots('take', ALL)];
const hold = [...slots('swap', ALL), ...slots('turn', HIDDEN)];
const LAST = [
  '4 ? 0 3 2 7 ? 3 9 1 0 -1',
  '5 ? 2 -1 1 2 ? 4 8 0 6 ?',
  '4 1 . 0 3 ? . 10 2 ? . 2',
  '1 0 3 . -1 2 0 . 4 1 2 .',
  ...GRIDS.slice(4),
];
const round = (players: number, over: Partial<Moment> = {}): Sample =>
  sample({
    players,
    grids: COUNTED,
    asked: [0],
    legal: [{ do: 'ready' }],
    ...over,
    cells: {
      ...{
        phase: 'between',
        turn: null,
        ender: players > 3 ? 3 : 1,
        due: 1,
        added: COUNTED.map((text, s) => sum(cardsOf(text)) * (s === 3 ? 2 : 1)),
      },
      ...over.cells,
    },
  });

export const samples: Record<string, Sample> = {
  holding: sample({ players: 4, legal: hold, cells: { phase: 'holding', drawn: -1 } }),
  turn: sample({ players: 4, legal: turn }),
  reveal: sample({
    players: 4,
    grids: GRIDS.map(() => ALL.map(() => '?').join(' ')),
    asked: [0, 1, 3],
    legal: slots('reveal', ALL),
    cells: { phase: 'reveal', turn: null, due: 11, round: 1, mover: null, slot: null },
  }),
  other: sample({ players: 4, asked: [2], cells: { phase: 'holding', turn: 2, mover: 1, slot: 1 } }),
  last: sample({ players: 4, grids: LAST, legal: turn, cells: { ender: 3, due: 7, pile: 31, mover: 3, slot: 6 } }),
  two: sample({ players: 2, legal: hold, cells: { phase: 'holding', drawn: 12 } }),
  three: sample({ players: 3, legal: turn }),
  five: sample({ players: 5, legal: turn }),
  six: sample({ players: 6, legal: hold, cells: { phase: 'holding', drawn: 5 } }),
  seven: sample({ players: 7, legal: turn }),
  eight: sample({ players: 8, legal: hold, cells: { phase: 'holding', drawn: -1, pile: 41 } }),
  'eight-last': sample({ players: 8, grids: LAST, legal: turn, cells: { ender: 3, due: 0b11110111, pile: 31 } }),
  watch: sample({ players: 4, seat: null, asked: [2], cells: { phase: 'holding', turn: 2 } }),
  'watch-eight': sample({ players: 8, seat: null, asked: [2], cells: { phase: 'turn', turn: 2 } }),
  'watch-two': sample({ players: 2, seat: null, asked: [1], cells: { phase: 'holding', turn: 1 } }),
  'watch-six': sample({ players: 6, seat: null, asked: [2], cells: { phase: 'turn', turn: 2 } }),
  'watch-count': round(4, { seat: null, legal: [] }),
  'watch-count-two': round(2, { seat: null, legal: [], cells: { ender: 1 } }),
  'watch-count-three': round(3, { seat: null, legal: [] }),
  'watch-count-eight': round(8, { seat: null, legal: [] }),
  count: round(4),
  'count-two': round(2, { cells: { ender: 1 } }),
  'count-eight': round(8),
};
