/* The messages of docs/protocol.md as types. */

import type { Deal } from './lobby/deal.ts';

/** A value inside an action, an event or a cell; null is what this seat may not know. */
export type Value = string | number | null;

/** An action in its readable form, such as `{do: "swap", slot: 5}`. */
export interface Action {
  do: string;
  [argument: string]: string | number;
}

/** One event as this seat heard it; null for a value it may not know. */
export interface Told {
  event: string;
  seat?: number;
  [argument: string]: Value | undefined;
}

export type Cell = Value | Cell[];

/** How far somebody is on a way to win, at least; `parts` are those of a set that are there. */
export interface Way {
  way: string;
  have: number;
  need: number;
  parts?: number[];
}

/** What a seat, or an onlooker, may know. */
export interface View {
  game: string;
  version: number;
  seat: number | null;
  players: number;
  cells: Record<string, any>;
  asked: number[];
  waiting: 'chance' | 'clock' | null;
  legal: Action[];
  may: Action[];
  /** The seats that may not talk now; a replay says nothing of it. */
  quiet?: number[];
  scores: number[];
  /** By seat; empty where the game does not say. */
  progress: Way[][];
  ranks: number[] | null;
  over: boolean;
}

export interface Clock {
  seat: number | 'clock';
  ends: number;
}

export interface Person {
  person: number;
  name: string;
  avatar: string;
  bot: string | null;
  seat: number | null;
  here: boolean;
  ready: boolean;
  covered: boolean;
  /** Why a bot plays for this person: his line is down, the host let it, or he wanted it himself. */
  cover: 'line' | 'host' | 'own' | null;
  /** When he said that he will be back, in s since 1970 (a room gives it by this device's clock). */
  back_at: number | null;
  /**
   * When a bot covers the seat, in s since 1970 (a room gives it by this device's clock); null where that is not what will
   * happen.
   */
  kept_until: number | null;
  /** The person is here, and none of his pages is in sight. */
  asleep: boolean;
  left: boolean;
  /** Whether this person's page has added to the secret of the seal. */
  shook: boolean;
}

export const PHRASES = ['hm', 'nice', 'sure', 'well_played', 'thanks', 'sorry', 'moment', 'luck', 'again'] as const;
export const REACTIONS = ['clap', 'laugh', 'gasp', 'sigh', 'heart', 'hourglass'] as const;
export type Reaction = (typeof REACTIONS)[number];

/** Something that was said: a text of one's own, or else a phrase. */
export interface Line {
  number: number;
  person: number;
  name: string;
  avatar: string;
  at: number;
  text: string | null;
  phrase: (typeof PHRASES)[number] | null;
}

export type Per = 'turn' | 'match';

/** How long bots seem to think. */
export const PACES = ['calm', 'brisk', 'at_once'] as const;
export type Pace = (typeof PACES)[number];

/** A frame of a match that is looked at again: the first is a whole view, a later one holds what changed. */
export interface Frame extends Partial<Omit<View, 'legal' | 'may'>> {
  /** The seat that played; null where nobody had yet. */
  by: number | null;
  cells: Record<string, any>;
  events: Told[];
  texts?: Record<string, unknown>;
}

export interface Replay {
  game: string;
  version: number;
  players: number;
  options: Options;
  people: { name: string; avatar: string; bot: string | null }[];
  /** Whether the advisor could be asked before a play. */
  practice: boolean;
  /** The match whose deal was played again in it. */
  deal: Deal | null;
  frames: Frame[];
  /** In the frames' place, where the rules of the match are not in the house any more. */
  story?: string[];
}

/** A match that came to its end, as its table tells of it; people by seat. */
export interface Finished {
  match: number;
  game: string;
  /** In s since 1970; null where it was not kept. */
  begun: number | null;
  ended: number;
  lowest_wins: boolean;
  /** Ties share a rank, 1 is the first; 0: nobody is ranked. */
  people: { person: number; name: string; avatar: string; bot: string | null; score: number; rank: number }[];
}

export type Options = Record<string, OptionValue>;
export type OptionValue = string | number | string[];

export interface Table {
  table: string;
  game: string;
  version: number;
  status: 'lobby' | 'playing' | 'over' | 'closed';
  match: number;
  options: Options;
  clock: number;
  /** What the clock is for; where it is a match, each person has this time for all turns. */
  per: Per;
  pace: Pace;
  /** Whether bots may sit with these options. */
  bots: boolean;
  /** Whether the seats of bots may be taken during a match. */
  late: boolean;
  /** Whether the advisor may be asked before a play. */
  practice: boolean;
  host: number | null;
  /** Of the secret of the match that runs, or else of the next. */
  seal: string;
  /** The match that is dealt again in the one that runs, or else in the next. */
  deal: Deal | null;
  people: Person[];
  onlookers: number;
  /** The numbers of the people whose chairs somebody at the door asks for. */
  claims: number[];
  /** The matches that came to their end at this table, oldest first: what was played, and the numbers of those who won. */
  evening: { game: string; won: number[]; practice: boolean }[];
  /** The numbers of people from whom the host has taken the word. */
  hushed: number[];
  /** Who has the match stand still, and since when. */
  pause: { by: number; since: number } | null;
  /** What is put to all, and who has agreed. */
  proposal: { what: 'pause' | 'take_back'; by: number; agreed: number[]; until: number } | null;
  /** Who had something taken back in this match, oldest first. */
  /** Who said no to what was put to the table last. */
  declined: number | null;
  took_back: number[];
  /** Big screens that asked for pictures, whether their lines are up, and the numbers of those who show themselves there. */
  televisions: { television: number; here: boolean; shows: number[] }[];
}

export interface OptionDescription {
  name: string;
  kind: 'choice' | 'number' | 'seat' | 'flags';
  values?: (string | number)[];
  low?: number;
  high?: number;
  default: OptionValue;
}

export interface GameDescription {
  game: string;
  version: number;
  seats: { low: number; high: number };
  options: OptionDescription[];
  bots: string[];
  /** The options with which its bots sit, where its defaults do not seat them. */
  welcoming: Options;
  /** Kinds of bot that play by the rule of thumb until they are ready. */
  warming: string[];
  languages: string[];
  /** The address of the table that the game's package brings for the page. */
  page?: string;
}

/** A measured number and its 95 % interval: value, low, high. */
export type Figure = [number, number, number];

/** What the games of some rules came to; shares are from 0 to 1. */
export interface Rules {
  games: number;
  minutes: Figure;
  nine_in_ten: [number, number];
  histogram: { step: number; counts: number[] };
  seats: Figure[];
  uneven: boolean;
  changes: Figure;
  clear: Figure;
  ties: Figure;
  blow_outs: Figure;
  cards: Figure;
  play: Figure;
}

export interface Study {
  state: 'none' | 'waiting' | 'playing' | 'done' | 'failed';
  played: number;
  of: number;
  tried: Rules | null;
  printed: Rules | null;
  real: string[];
}

export interface Problem {
  code: string;
  message: string;
  field?: string;
  reason?: string;
}

export type FromServer =
  | { type: 'welcome'; table: string; person: number | null; now: number; version: string }
  | { type: 'table'; table: Table }
  | ViewMessage
  | { type: 'may_take_back'; match: number; taken: number; seq: number }
  | { type: 'done'; id: string }
  | ({ type: 'refused'; id: string | null } & Problem)
  | { type: 'planned'; id: string; legal: Action[]; chance: boolean }
  | { type: 'handed'; id: string; code: string; until: number }
  | { type: 'nudged'; person: number }
  | { type: 'seated'; person: number; token: string }
  | { type: 'because'; id: string; reason: string | null; values: Record<string, string | number> }
  | { type: 'counsel'; match: number; question: number; counsel: Counsel }
  | { type: 'talk'; lines: Line[] }
  | { type: 'said'; line: Line }
  | { type: 'reacted'; person: number; reaction: Reaction }
  | { type: 'signal'; person?: number; television?: number; data: unknown }
  | { type: 'tuned'; id: string; television: number }
  | { type: 'time'; sent: number; now: number }
  | { type: 'closed'; reason: 'removed' | 'elsewhere' | 'moved' | 'cleared' | 'closed' | 'expired' | 'old_version' | 'shutdown' };

/** What the advisor says to a question; the best choice comes first, and shares are from 0 to 1. */
export interface Counsel {
  state: 'thinking' | 'warming' | 'done' | 'failed';
  method: 'search' | 'belief';
  choices: { action: Action; share: number; error: number; gap: number; doubt: number; close: boolean }[];
}

export interface ViewMessage {
  type: 'view';
  match: number;
  /** How often something was taken back: then the story is told anew. */
  taken: number;
  seq: number;
  question: number;
  view: View;
  texts: Record<string, unknown>;
  heard: number;
  events: Told[];
  clocks: Clock[];
  /** Since when people are asked who are, in s since 1970. */
  waits: { seat: number; since: number }[];
  now: number;
}
