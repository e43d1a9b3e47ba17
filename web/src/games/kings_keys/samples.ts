/* Views for the gallery: one of each kind of moment, for two, three and four. */

import type { Sample } from '$lib/game.ts';
import { personWith } from '$lib/table/blank.ts';
import type { Action, Person, Told, View, Way } from '$lib/wire.ts';
import { CARDS, JOKERS, numberOf } from './cards.ts';

const WHO: [string, string, boolean][] = [
  ['Ada', 'fox', false],
  ['Noor', 'owl', false],
  ['Tick', 'tick', true],
  ['Jules', 'bear', false],
];
const KINGDOMS = ['ocean', 'sun', 'mountain', 'forest'];
const ZONES = ['hand', 'vault', 'dungeon', 'kept', 'guards', 'waiting'];
const PLACES = ['pile', 'table', 'box', ...ZONES.flatMap((zone) => [0, 1, 2, 3].map((seat) => zone + seat))];
const EVERYBODY = 31;

/** What lies where: names, `?` for a back, a `!` behind what was left in the open. */
type Laid = Record<string, string>;

const LAID: Laid = {
  hand0: 'OA3 OH2 SC2 FK1 OC4',
  dungeon0: 'MA1 FH3',
  vault0: 'OK3 OK4 SC1',
  guards0: 'OH4 MH2',
  hand1: '? ? ? ?',
  dungeon1: '?',
  vault1: '? ?',
  guards1: 'SH2',
  hand2: '? ? ? ?',
  dungeon2: '? ? ?',
  vault2: '',
  guards2: 'MH3 FH1',
  hand3: '? ? ? ?',
  dungeon3: '? ?',
  vault3: '?',
  guards3: 'FH2 SH1',
};
const LEFT: Laid = { ...LAID, dungeon3: '? ? OA2! JK!', hand1: '? ? OC1 ?' };
const PAYING: Laid = { ...LEFT, hand0: 'MA3 OH2 MC1 MC4 JC', table: '' };

interface Moment {
  players?: number;
  seat?: number | null;
  laid?: Laid;
  asked?: number[];
  legal?: Action[];
  may?: Action[];
  cells?: Record<string, unknown>;
  story?: Told[];
  over?: boolean;
}

const card = (name: string): Action => ({ do: 'card', card: name });
const cards = (names: string): Action[] => names.split(' ').map(card);
const targets = (list: string): Action[] =>
  list.split(' ').map((word) => ({ do: 'target', zone: word.slice(0, -1), seat: Number(word.slice(-1)) }));

function people(players: number): Person[] {
  return WHO.slice(0, players).map(([name, avatar, bot], seat) =>
    personWith({ person: seat + 1, name, avatar, bot: bot ? 'simple' : null, seat, ready: true, shook: true }),
  );
}

/** As the game's `guide.py` says it, for what is known of the cards here. */
function progressOf(at: (string | null)[], guards: number[], players: number, seat: number | null): Way[][] {
  return KINGDOMS.slice(0, players).map((kingdom, p) => {
    const holds = (suit: string): number[] =>
      [1, 2, 3, 4].filter((rank) =>
        ['hand', 'vault', 'dungeon'].some((zone) => at[numberOf(`${kingdom[0]!.toUpperCase()}${suit}${rank}`)] === zone + p),
      );
    const [coins, keys] = [holds('C'), holds('K')];
    const army = holds('A').reduce((sum, rank) => sum + rank, 0);
    return [
      { way: 'guards', have: guards[p]!, need: 10 },
      { way: 'army', have: p === seat ? army : 0, need: 10 },
      { way: 'coins', have: coins.length, need: 4, parts: coins },
      { way: 'keys', have: keys.length, need: 4, parts: keys },
    ];
  });
}

function sample({
  players = 4,
  seat = 0,
  laid = LAID,
  asked = [0],
  legal = [],
  may = [],
  cells = {},
  story = STORY,
  over = false,
}: Moment): Sample {
  const at: (string | null)[] = CARDS.map(() => null);
  const up = CARDS.map(() => 0);
  const size = PLACES.map(() => 0);
  const open = PLACES.map(() => 0);
  const guards = [0, 0, 0, 0];
  let lying = 0;
  for (const [place, names] of Object.entries(laid)) {
    if (Number(place.slice(-1)) >= players) continue;
    for (const name of names.split(' ').filter(Boolean)) {
      lying += 1;
      size[PLACES.indexOf(place)]! += 1;
      if (name === '?' || (seat === null && !name.endsWith('!') && !place.startsWith('guards') && place !== 'table')) continue;
      const number = numberOf(name.replace('!', ''));
      at[number] = place;
      up[number] = name.endsWith('!') ? 1 : 0;
      open[PLACES.indexOf(place)]! += up[number]!;
      if (place.startsWith('guards')) guards[Number(place.slice(-1))]! += Number(name[2]);
    }
  }
  const jokers = JOKERS.some((joker) => at[numberOf(joker)]);
  size[0] = (jokers ? 68 : 64) - lying;
  const view: View = {
    ...{
      game: 'kings_keys',
      version: 1,
      seat,
      players,
      asked,
      waiting: null,
      legal,
      may,
      scores: [0, 0, 0, 0].slice(0, players),
      quiet: [],
      progress: progressOf(at, guards, players, seat),
      ranks: null,
      over,
    },
    cells: {
      ...{
        players,
        jokers: jokers ? 1 : 0,
        short_hand: 0,
        guards_to_win: 10,
        army_to_win: 10,
        hand_limit: 4,
        unpaid: 0,
        shown: 0,
        phase: 'playing',
        actor: 0,
        rounds: 4,
        turn: 18,
        card: null,
        due: 0,
        paid: 0,
        target: null,
      },
      ...{
        takes: 0,
        named: 0,
        proposer: null,
        voter: null,
        winner: null,
        ending: 'none',
        alive: [1, 1, 1, 1].map((one, p) => (p < players ? one : 0)),
      },
      ...{
        kingdom: KINGDOMS.map((one, p) => (p < players ? one : null)),
        guards,
        best: guards,
        size,
        open,
        at,
        up,
        since: CARDS.map((_, i) => i % 7),
      },
      ...{ seen: CARDS.map((_, i) => (up[i] ? EVERYBODY : 1)), ...cells },
    },
  };
  return { view, people: people(players), story };
}

const STORY: Told[] = [
  { event: 'started', seat: 2, round: 4 },
  { event: 'placed', seat: 2, card: 'FH1', guards: 4 },
  { event: 'passed', seat: 3 },
];
/** Two raids on oneself since one's last turn, card by card. */
const RAIDS: Told[] = [
  { event: 'started', seat: 0, round: 3 },
  { event: 'started', seat: 1, round: 3 },
  { event: 'robbed', seat: 1, victim: 0, zone: 'hand', card: 'SA2', count: 2 },
  ...['SC3', 'FK4'].map((card) => ({ event: 'took', seat: 1, zone: 'hand', victim: 0, card })),
  { event: 'left', seat: 1, zone: 'hand', victim: 0, card: 'SA2' },
  { event: 'started', seat: 2, round: 3 },
  { event: 'robbed', seat: 2, victim: 0, zone: 'vault', card: 'FK3', count: 3 },
  ...['OK1', 'MC2', 'SK4'].map((card) => ({ event: 'took', seat: 2, zone: 'vault', victim: 0, card })),
  { event: 'started', seat: 0, round: 4 },
];
const AIMS = 'hand1 dungeon1 dungeon2 hand3 dungeon3';
const mine = [{ do: 'nothing' }, ...cards('OA3 OH2 FK1 MA1')];
const raid = { phase: 'targeting', card: 'OA3', target: null };
const inPlay: Laid = { ...LEFT, hand0: 'OH2 SC2 FK1 OC4', table: 'OA3' };
/** One coin is missing, and of the others something is known. */
const NEAR: Laid = {
  ...LAID,
  hand0: 'OC1 OC2 SH2 OC4',
  vault0: 'OK3 OK4 SC1',
  vault1: 'SK3! ?',
  hand2: 'MC1! MC4! ? ?',
  guards2: 'MH3 FH1',
  guards3: 'FH4 SH1 MH4',
};
const KEYS: Told[] = [
  { event: 'started', seat: 1, round: 6 },
  ...[1, 2, 3, 4].map((rank) => ({ event: 'showed', seat: 1, card: `SK${rank}`, zone: 'hand' })),
];

export const samples: Record<string, Sample> = {
  playing: sample({ legal: mine }),
  turn: sample({ legal: [{ do: 'draw' }], laid: LEFT, cells: { phase: 'turn' } }),
  first: sample({
    laid: { ...LAID, dungeon0: '', vault0: '', guards0: '', guards1: '', guards2: '', guards3: '' },
    legal: [{ do: 'draw' }],
    cells: { phase: 'turn', rounds: 0 },
    story: [],
  }),
  aiming: sample({ laid: inPlay, legal: targets(AIMS), cells: raid }),
  near: sample({ laid: { ...NEAR, table: 'OA3' }, legal: targets(AIMS), cells: raid }),
  'near-turn': sample({ laid: NEAR, legal: mine }),
  'raided-draw': sample({ laid: NEAR, legal: [{ do: 'draw' }], cells: { phase: 'turn' }, story: RAIDS }),
  'raided-turn': sample({ laid: NEAR, legal: mine, story: RAIDS }),
  'raided-three': sample({ players: 3, laid: NEAR, legal: [{ do: 'draw' }], cells: { phase: 'turn' }, story: RAIDS }),
  paying: sample({
    laid: { ...PAYING, hand0: 'OH2 MC1 MC4 JC', table: 'MA3' },
    legal: cards('MC1 MC4 JC'),
    cells: { phase: 'paying', card: 'MA3', due: 3 },
  }),
  paid: sample({
    laid: { ...PAYING, hand0: 'OH2 MC1 JC', table: 'MA3 MC4' },
    legal: [{ do: 'done' }, ...cards('MC1')],
    cells: { phase: 'paying', card: 'MA3', due: 0, paid: 128 },
  }),
  naming: sample({
    laid: inPlay,
    legal: [{ do: 'done' }, ...cards('OA2 JK')],
    cells: { phase: 'naming', card: 'OA3', target: 'dungeon3', takes: 3 },
  }),
  keeping: sample({
    laid: { ...LEFT, hand0: 'OA3 OH2 OC4 JA' },
    legal: cards('OA3 OH2 OC4 JA MA1 FH3 OK3 OK4 SC1'),
    cells: { phase: 'ending' },
  }),
  full: sample({
    laid: {
      ...LEFT,
      hand0: 'OA3 OH2 SC2 FK1 OC4 JA SA2 MC2 FC1',
      dungeon0: 'MA1 FH3 SA1 OA1 FA2',
      vault0: 'OK3 OK4 SC1 MK2 FC3 MK4',
    },
    legal: mine,
  }),
  'keeping-full': sample({
    laid: { ...LEFT, hand0: 'OA3 OH2 OC4 JA SA2', dungeon0: 'MA1 FH3 SA1 OA1 FA2', vault0: 'OK3 OK4 SC1 MK2 FC3 MK4' },
    legal: cards('OA3 OH2 OC4 JA SA2 MA1 FH3 SA1 OA1 FA2 OK3 OK4 SC1 MK2 FC3 MK4'),
    cells: { phase: 'ending' },
  }),
  claiming: sample({ laid: { ...LAID, hand0: 'OK1 OK2 SC2 OC4' }, legal: [{ do: 'nothing' }, { do: 'claim', show: 'keys' }] }),
  eliminating: sample({
    laid: { ...LAID, hand0: 'FA1 FA2 FA3 FA4', dungeon0: '', vault0: '' },
    legal: [{ do: 'done' }, { do: 'eliminate', seat: 3, suit: 'axes' }],
    cells: { phase: 'ending' },
  }),
  stuck: sample({ laid: { ...LAID, hand0: 'SC2 OC4 OK1', dungeon0: 'MH3' }, legal: [{ do: 'nothing' }, { do: 'spy' }] }),
  buying: sample({ laid: { ...LAID, guards2: 'MH3 OH1', waiting3: 'FC2' }, legal: [{ do: 'nothing' }, ...cards('OA3 OH1')] }),
  spied: sample({
    laid: { ...LEFT, dungeon1: 'JC SA1 FH4' },
    legal: [{ do: 'done' }],
    cells: { phase: 'ending' },
    story: [
      { event: 'spied', seat: 0, card: 'JC', zone: 'dungeon', victim: 1 },
      ...['SA1', 'FH4'].map((one) => ({ event: 'saw', seat: 0, zone: 'dungeon', victim: 1, card: one })),
    ],
  }),
  voting: sample({ legal: [{ do: 'agree' }, { do: 'refuse' }], cells: { phase: 'voting', proposer: 2, voter: 0, actor: 2 } }),
  other: sample({
    asked: [2],
    laid: { ...LEFT, hand2: '? ? ?', table: 'SA2 SC3' },
    cells: { phase: 'targeting', actor: 2, card: 'SA2' },
  }),
  crowning: sample({
    laid: {},
    legal: ['sun', 'forest'].map((kingdom) => ({ do: 'crown', kingdom })),
    cells: { phase: 'crowning', kingdom: [null, 'mountain', 'ocean', null] },
  }),
  two: sample({ players: 2, laid: LEFT, legal: mine }),
  three: sample({ players: 3, legal: [{ do: 'nothing' }, { do: 'spy' }, ...cards('OA3 OH2')] }),
  watch: sample({ seat: null, asked: [2], laid: LEFT, cells: { actor: 2 } }),
  'watch-three': sample({ players: 3, seat: null, asked: [1], cells: { actor: 1 } }),
  'watch-win': sample({
    seat: null,
    asked: [],
    over: true,
    story: KEYS,
    cells: { phase: 'over', winner: 1, ending: 'keys', alive: [1, 1, 1, 0] },
  }),
  'watch-two': sample({ players: 2, seat: null, asked: [1], cells: { actor: 1 } }),
  win: sample({ asked: [], over: true, story: KEYS, cells: { phase: 'over', winner: 1, ending: 'keys', alive: [1, 1, 1, 0] } }),
  truce: sample({ asked: [], over: true, cells: { phase: 'over', ending: 'truce' } }),
};
