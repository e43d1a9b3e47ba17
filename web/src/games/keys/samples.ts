/* Views for the gallery: one of each kind of moment, from two to five players. */

import type { Sample } from '$lib/game.ts';
import { personWith } from '$lib/table/blank.ts';
import type { Action, Person, Told, View } from '$lib/wire.ts';

const WHO: [string, string, boolean][] = [
  ['Ada', 'fox', false],
  ['Tick', 'tick', true],
  ['Noor', 'owl', false],
  ['Jules', 'bear', false],
  ['Mirza', 'moth', false],
];
const SEATS = 5;

interface Moment {
  players?: number;
  seat?: number | null;
  height?: number[];
  flipped?: number[];
  owned?: number[];
  points?: number[];
  passed?: number[];
  key?: number | 'hand' | 'lost';
  asked?: number[];
  legal?: Action[];
  cells?: Record<string, unknown>;
  bids?: [number, number][];
  over?: boolean;
}

const filled = (list: number[], players: number): number[] =>
  Array.from({ length: SEATS }, (_, p) => (p < players ? list[p]! : 0));

function sample(moment: Moment): Sample {
  const { players = 5, seat = 0, key = 'hand', asked = [0], legal = [], bids = [], over = false } = moment;
  const height = filled(moment.height ?? [2, 2, 1, 1, 2], players);
  const flipped = filled(moment.flipped ?? [0, 0, 0, 0, 0], players);
  const key_at = Array.from({ length: SEATS }, (_, p) => (p >= players ? 'lost' : p === seat ? key : null));
  const full = {
    ...{
      players,
      to_win: 2,
      phase: 'place',
      round: 4,
      actor: 0,
      starter: 1,
      bidder: null,
      bid: 0,
      on_table: height.reduce((a, b) => a + b),
      to_flip: 0,
    },
    ...{ failed_on: null, winner: null, height, flipped, owned: filled(moment.owned ?? [4, 3, 4, 4, 4], players), key_at },
    ...{ points: filled(moment.points ?? [1, 0, 1, 0, 1], players), passed: filled(moment.passed ?? [0, 0, 0, 0, 0], players) },
    ...{ left: filled([0, 0, 0, 0, 0], players), key_known: filled([0, 0, 0, 0, 0], players), ...moment.cells },
  };
  const people: Person[] = WHO.slice(0, players).map(([name, avatar, bot], at) =>
    personWith({ person: at + 1, name, avatar, bot: bot ? 'simple' : null, seat: at, here: at !== 3, ready: true, shook: true }),
  );
  const view: View = {
    ...{
      game: 'keys',
      version: 1,
      seat,
      players,
      cells: full,
      asked,
      waiting: null,
      legal,
      may: [],
      scores: full.points.slice(0, players),
      quiet: [],
      progress: [],
    },
    ...{ ranks: over ? full.points.slice(0, players).map((n) => (n === 2 ? 1 : 2)) : null, over },
  };
  const story: Told[] = [{ event: 'began', seat: 1 }, ...bids.map(([who, bid]) => ({ event: 'bid', seat: who, bid }))];
  return { view, people, story };
}

const from = (low: number, high: number): Action[] =>
  Array.from({ length: high - low + 1 }, (_, i) => ({ do: 'bid', bid: low + i }));
const places: Action[] = [
  { do: 'place', coaster: 'regular' },
  { do: 'place', coaster: 'key' },
];
const flips = (...seats: number[]): Action[] => seats.map((seat) => ({ do: 'flip', seat }));
const raised: Moment = {
  passed: [0, 0, 0, 0, 1],
  bids: [
    [2, 3],
    [3, 4],
  ],
  cells: { phase: 'bid', bidder: 3, bid: 4 },
};
const ALL = [4, 4, 4, 4, 4];
const flipping: Moment = {
  flipped: [2, 0, 1, 1, 0],
  asked: [0],
  legal: flips(1, 4),
  cells: { phase: 'flip', bidder: 0, bid: 6, to_flip: 2 },
};
const failed: Moment = {
  flipped: [2, 0, 1, 1, 1],
  asked: [],
  cells: { phase: 'result', bidder: 0, bid: 6, to_flip: 2, failed_on: 4 },
};
const met: Moment = {
  flipped: [2, 1, 1, 1, 1],
  asked: [],
  points: [1, 0, 1, 0, 1],
  cells: { phase: 'result', bidder: 0, bid: 6, to_flip: 0 },
};

export const samples: Record<string, Sample> = {
  bid: sample({ ...raised, legal: [{ do: 'pass' }, ...from(5, 8)] }),
  'first-lap': sample({ height: [0, 1, 1, 1, 1], legal: places, cells: { round: 1 } }),
  placing: sample({ height: [1, 0, 2, 2, 0], owned: [3, 0, 3, 2, 0], legal: [...places, ...from(1, 5)], cells: { round: 7 } }),
  'empty-hand': sample({ height: ALL, owned: ALL, key: 2, legal: from(1, 20) }),
  'bid-high': sample({ ...raised, height: ALL, owned: ALL, key: 3, legal: [{ do: 'pass' }, ...from(5, 20)] }),
  other: sample({ ...raised, asked: [1], cells: { ...raised.cells, actor: 1 } }),
  flipping: sample(flipping),
  own: sample({ ...flipping, flipped: [1, 0, 0, 0, 0], legal: flips(0), cells: { ...flipping.cells, to_flip: 5 } }),
  watched: sample({
    ...flipping,
    flipped: [0, 2, 0, 1, 1],
    asked: [1],
    legal: [],
    key: 1,
    cells: { ...flipping.cells, actor: 1, bidder: 1, to_flip: 2 },
  }),
  long: sample({
    ...flipping,
    height: ALL,
    owned: ALL,
    flipped: [4, 1, 2, 3, 0],
    legal: flips(1, 2, 3, 4),
    cells: { ...flipping.cells, bid: 17, to_flip: 7 },
  }),
  failed: sample(failed),
  'failed-last': sample({ ...failed, owned: [4, 3, 1, 4, 4], seat: 2, cells: { ...failed.cells, actor: 2, bidder: 2 } }),
  met: sample(met),
  won: sample({ ...met, points: [2, 0, 1, 0, 1], over: true, cells: { ...met.cells, phase: 'over', winner: 0 } }),
  out: sample({
    ...raised,
    owned: [0, 3, 4, 4, 4],
    height: [0, 2, 1, 1, 2],
    points: [1, 0, 0, 0, 1],
    key: 'lost',
    asked: [1],
    cells: { ...raised.cells, actor: 1 },
  }),
  two: sample({ players: 2, legal: [...places, ...from(1, 4)] }),
  three: sample({ players: 3, legal: [...places, ...from(1, 5)] }),
  four: sample({ ...raised, players: 4, legal: [{ do: 'pass' }, ...from(5, 6)] }),
  'flipping-two': sample({ ...flipping, players: 2, legal: flips(1), cells: { ...flipping.cells, bid: 3, to_flip: 1 } }),
  watch: sample({ ...raised, seat: null, asked: [0] }),
  'watch-flipping': sample({ ...flipping, seat: null, legal: [] }),
  'watch-failed': sample({ ...failed, seat: null }),
  'watch-met': sample({ ...met, seat: null }),
  'watch-long': sample({
    ...flipping,
    seat: null,
    height: ALL,
    owned: ALL,
    flipped: [4, 1, 2, 3, 0],
    legal: [],
    cells: { ...flipping.cells, bid: 17, to_flip: 7 },
  }),
  'watch-two': sample({ ...raised, players: 2, seat: null, bids: [[1, 2]], cells: { ...raised.cells, bidder: 1, bid: 2 } }),
};
