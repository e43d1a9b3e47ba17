/* Views for the gallery: one of each kind of moment, from four people to teams. */

import type { Sample } from '$lib/game.ts';
import { personWith } from '$lib/table/blank.ts';
import type { Action, Person, Told, View } from '$lib/wire.ts';
import { GESTURES } from './poses.ts';

const WHO: [string, string, boolean][] = [
  ...([
    ['Ada', 'fox', false],
    ['Noor', 'owl', false],
    ['Mirza', 'moth', false],
    ['Jules', 'bear', false],
  ] as [string, string, boolean][]),
  ...([
    ['Tick', 'tick', true],
    ['Sol', 'hare', false],
    ['Ines', 'cat', false],
    ['Cog', 'cog', true],
  ] as [string, string, boolean][]),
];
const LONG = ['Ada', 'Maximiliane', 'Bartholomew Featherstone', 'Wolfeschlegelsteinhausen'];
const BEATS = 15;
const ENDS = 12;

interface Moment {
  players?: number;
  seat?: number | null;
  phase: string;
  venue?: string;
  leader?: number;
  legal?: Action[];
  may?: Action[];
  cells?: Record<string, unknown>;
  monkey?: boolean;
  over?: boolean;
  /** Other names than the usual ones. */
  names?: string[];
}

const bits = (n: number): number => (1 << n) - 1;
const padded = <T>(list: T[], length: number, rest: T): T[] => Array.from({ length }, (_, i) => list[i] ?? rest);
const LINES = [
  'Peel an enormous onion',
  'Blow out fifty candles',
  'Row against the wind',
  'Hang out the washing on a windy day',
  'Be an umbrella',
  'Hide a yawn',
];
const ADVICE = [
  'Read as slowly as they do',
  'Frown once, then nod',
  'You are the monkey',
  'Watch the quickest hands',
  'Begin small',
  'Never explain',
];
const played = (...list: string[]): (string | null)[] => padded<string | null>(list, BEATS, null);

function sample(moment: Moment): Sample {
  const {
    players = 6,
    seat = 0,
    phase,
    venue = 'stage',
    leader = 1,
    legal = [],
    may = [],
    monkey = false,
    over = false,
    names = [],
  } = moment;
  const teams = players > 8;
  const units = teams ? Math.ceil(players / 2) : players;
  const cells = {
    ...{
      venue,
      pace: 'normal',
      players,
      units,
      phase,
      present: bits(players),
      round: 3,
      scored: 2,
      replays: 0,
      leader,
      led: 3,
      colours: 7,
      colour: 'yellow',
    },
    ...{
      wish: ['none', 'none'],
      choice: null,
      dealt: bits(units),
      card: padded<string | null>(seat === null ? [] : [monkey ? 'monkey' : 'action'], 8, null),
    },
    ...{
      tens: 3,
      ones: 4,
      ready: 0,
      count: 0,
      beat: 0,
      chosen: 0,
      gesture: padded<(string | null)[]>([], 16, played()),
      voted: 0,
    },
    ...{
      vote: padded<number | null>([], 16, null),
      gained: padded<number>([], 8, 0),
      won: padded([2, 3, 2, 5, 2, 2, 1, 4], 8, 0),
      ...moment.cells,
    },
  };
  const people: Person[] = Array.from({ length: players }, (_, at) => {
    const [name, avatar, bot] = WHO[at % WHO.length]!;
    const called = names[at] ?? (at < 8 ? name : `${name} B.`);
    return personWith({ person: at + 1, name: called, avatar, bot: bot ? 'simple' : null, seat: at, ready: true, shook: true });
  });
  const asked = legal.length ? [seat ?? 0] : [];
  const view: View = {
    ...{
      game: 'keskife',
      version: 1,
      seat,
      players,
      cells,
      asked,
      waiting: 'clock',
      legal,
      may,
      scores: padded([2, 3, 2, 5], players, 2),
      quiet: [],
      progress: [],
    },
    ...{ ranks: over ? padded([2, 3, 4, 1], players, 5) : null, over },
  };
  const lines = monkey ? ADVICE : LINES;
  const card = {
    theme: 'Out of doors',
    tens: 3,
    ones: 4,
    line: lines[2]!,
    rows: Array.from({ length: 6 }, (_, r) => [0, 1, 5, 2, 3, 4].map((i) => lines[r === 2 ? i : (i + r) % 6]!)),
  };
  const story: Told[] = [
    { event: 'leads', seat: leader },
    { event: 'numbers', tens: 3, ones: 4 },
  ];
  return { view, people, story, texts: seat === null ? {} : { card }, clocks: [{ seat: 'clock', ends: ENDS }] };
}

const seats = (word: string, list: number[]): Action[] => list.map((seat) => ({ do: word, seat }));
const gestures = GESTURES.map((gesture) => ({ do: 'gesture', gesture }));
const SHOWN = [
  'row',
  'row',
  'ski',
  'fly',
  'row',
  'butter',
  'juggle',
  'peek',
  'hug',
  'robot',
  'wave',
  'sleep',
  'tray',
  'violin',
  'paint',
  'bow',
];
const MIMED = SHOWN.map((gesture, seat) =>
  played('wave', seat % 3 ? 'search' : 'row', seat % 2 ? 'row' : 'wave', gesture, 'row'),
);
const acting = { phase: 'act', cells: { beat: 4, gesture: SHOWN.map((gesture) => played('wave', 'search', 'shrug', gesture)) } };
const votes = [3, 3, 5, 0, 3, 3, 2, 0];
const shown = {
  phase: 'show',
  may: [{ do: 'carry_on' }],
  leader: 0,
  cells: {
    scored: 3,
    voted: 0b11111111,
    vote: padded<number | null>(votes, 16, null),
    card: ['action', 'action', 'action', 'monkey', 'action', 'action', 'action', 'action'],
    gained: [1, 1, 0, 2, 1, 1, 0, 0],
    // beat by beat, as the round is shown once more
    gesture: MIMED,
  },
};
const two = {
  ...shown,
  cells: {
    ...shown.cells,
    card: ['action', 'action', 'monkey', 'monkey', 'action', 'action', 'action', 'action'],
    gained: [1, 1, 3, 2, 1, 1, 1, 0],
  },
};

export const samples: Record<string, Sample> = {
  act: sample({ ...acting, legal: gestures }),
  'act-leader': sample({ ...acting, legal: gestures, leader: 0, may: [{ do: 'stop' }], monkey: true }),
  'act-eight': sample({ ...acting, players: 8, legal: gestures, leader: 0, may: [{ do: 'stop' }] }),
  'act-seven': sample({ ...acting, players: 7, legal: gestures, names: LONG }),
  'act-five': sample({ ...acting, players: 5, legal: gestures }),
  'act-four': sample({ ...acting, players: 4, legal: gestures }),
  'act-teams': sample({ ...acting, players: 15, legal: gestures }),
  'act-room': sample({ ...acting, venue: 'room', leader: 0, may: [{ do: 'stop' }], cells: {} }),
  'act-camera': sample({ ...acting, players: 7, venue: 'camera', leader: 0, may: [{ do: 'stop' }], cells: {} }),
  'act-camera-four': sample({ ...acting, players: 4, venue: 'camera', cells: {} }),
  'act-camera-teams': sample({ ...acting, players: 15, venue: 'camera', cells: {} }),
  'point-camera': sample({ phase: 'point', venue: 'camera', legal: seats('point', [1, 2, 3, 4, 5]) }),
  'show-camera': sample({ ...shown, venue: 'camera' }),
  pack: sample({
    phase: 'pack',
    leader: 0,
    legal: ['green', 'blue', 'violet'].map((colour) => ({ do: 'colour', colour })),
    cells: { tens: null, ones: null, colour: null, dealt: 0 },
  }),
  'pack-other': sample({ phase: 'pack', cells: { tens: null, ones: null, colour: null, dealt: 0 } }),
  take: sample({
    phase: 'take',
    leader: 0,
    may: ['action', 'monkey'].map((card) => ({ do: 'take', card })),
    cells: { tens: null, ones: null, dealt: 0 },
  }),
  taken: sample({ phase: 'take', leader: 0, cells: { tens: null, ones: null, dealt: 0, wish: ['monkey', null] } }),
  ready: sample({ phase: 'ready', legal: [{ do: 'ready' }], cells: { ready: 0b010110 } }),
  'ready-monkey': sample({ phase: 'ready', legal: [{ do: 'ready' }], monkey: true, venue: 'room' }),
  start: sample({ phase: 'start', leader: 0, legal: [{ do: 'start' }], cells: { ready: 63 } }),
  count: sample({ phase: 'count_in', cells: { count: 2, ready: 63 } }),
  hands: sample({ phase: 'count_out', cells: { count: 2 } }),
  point: sample({ phase: 'point', cells: { gesture: MIMED }, legal: seats('point', [1, 2, 3, 4, 5]) }),
  'point-eight': sample({ phase: 'point', players: 8, cells: { gesture: MIMED }, legal: seats('point', [1, 2, 3, 4, 5, 6, 7]) }),
  'point-teams': sample({
    phase: 'point',
    players: 16,
    cells: { gesture: MIMED },
    legal: seats('point', [2, 4, 6, 8, 10, 12, 14]),
  }),
  show: sample(shown),
  'show-four': sample({
    ...shown,
    players: 4,
    cells: { ...shown.cells, voted: 15, vote: padded<number | null>([3, 3, 0, 0], 16, null) },
  }),
  'show-eight': sample({ ...two, players: 8 }),
  naming: sample({ phase: 'naming', leader: 0, legal: seats('name', [2, 4, 5]) }),
  'naming-other': sample({ ...shown, phase: 'naming', leader: 1, may: [] }),
  watch: sample({ ...acting, seat: null }),
  'watch-camera': sample({ ...acting, venue: 'camera', seat: null }),
  'watch-eight': sample({ ...acting, seat: null, players: 8 }),
  'watch-hands': sample({ phase: 'count_out', seat: null, cells: { count: 3 } }),
  'watch-show': sample({ ...shown, seat: null, may: [] }),
};
