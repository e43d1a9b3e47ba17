/*
 * The messages of docs/protocol.md as types.
 * Written by `make generated` from src/parlour/server/wire: change them there.
 */

import type { Action, Cells, Figure, Frame, Histogram, Options, OptionValue, Range, Reasoned, Told } from './values.ts';

export type * from './values.ts';

export const PHRASES = ['hm', 'nice', 'sure', 'well_played', 'thanks', 'sorry', 'moment', 'luck', 'again'] as const;
export type Phrase = (typeof PHRASES)[number];

export const REACTIONS = ['clap', 'laugh', 'gasp', 'sigh', 'heart', 'hourglass'] as const;
export type Reaction = (typeof REACTIONS)[number];

export const ANIMALS = ['fox', 'owl', 'cat', 'bear', 'hare', 'moth', 'frog', 'penguin', 'mouse', 'pig', 'hen', 'whale'] as const;
export type Animal = (typeof ANIMALS)[number];

export const HEADS = ['tick', 'tock', 'cog', 'thimble', 'thimble2', 'gimlet', 'gimlet2'] as const;
export type Head = (typeof HEADS)[number];

export const PACES = ['calm', 'brisk', 'at_once'] as const;
export type Pace = (typeof PACES)[number];

export type Per = 'turn' | 'match';

export type Status = 'lobby' | 'playing' | 'over' | 'closed';

export type CoveredBy = 'line' | 'host' | 'own';

export type Proposed = 'pause' | 'take_back';

export type Reason = 'removed' | 'elsewhere' | 'moved' | 'cleared' | 'closed' | 'expired' | 'old_version' | 'shutdown';

/** Answers `hello`; `person` is null for an onlooker. */
export interface Welcome {
  type: 'welcome';
  table: string;
  person: number | null;
  now: number;
  version: string;
}

/** A match that is dealt again, by the name it has in its log, and of how many players it was. */
export interface Deal {
  match: string;
  players: number;
}

/** What everybody at the table may know of a person, or a bot. */
export interface Person {
  person: number;
  name: string;
  avatar: string;
  /** The kind of a bot; null for a person. */
  bot: string | null;
  /** In the match that runs or ran last. */
  seat: number | null;
  here: boolean;
  ready: boolean;
  /** A bot plays for this person. */
  covered: boolean;
  /** Why a bot plays: their line is down, the host let it, or they wanted it themselves. */
  cover: CoveredBy | null;
  /** When they said that they will be back, in s since 1970. */
  back_at: number | null;
  /** When a bot covers the seat of somebody whose line is down, in s since 1970; null where that is not what will happen. */
  kept_until: number | null;
  /** They are here, and none of their pages is in sight. */
  asleep: boolean;
  /** They gave up the chair during the match. */
  left: boolean;
  /** Their page has added to the secret of the seal. */
  shook: boolean;
}

/** A match that came to its end: what was played, and the numbers of those who won. */
export interface MatchWon {
  game: string;
  /** The numbers of those who won. */
  won: number[];
  /** Whether the advisor could be asked. */
  practice: boolean;
}

/** A match that stands still. */
export interface Pause {
  by: number;
  since: number;
}

/** What somebody puts to all people at the table, and who has agreed. */
export interface Proposal {
  what: Proposed;
  by: number;
  agreed: number[];
  until: number;
}

/** A big screen that asked for people's pictures, whether its line is up, and who is seen there. */
export interface Television {
  television: number;
  /** Whether its line is up. */
  here: boolean;
  /** The numbers of those who show themselves there. */
  shows: number[];
}

/** Somebody who sat at a kept table. */
export interface Member {
  person: number;
  /** Empty where they had themselves erased. */
  name: string;
  avatar: string;
  erased: boolean;
}

/** When a kept table meets next. */
export interface Next {
  /** By the clock of its own time zone, such as 2026-12-11T20:00. */
  local: string;
  /** In s since 1970. */
  at: number;
  /** Who has said yes. */
  coming: number[];
  /** Who has said no. */
  staying: number[];
}

/** A span of dates, both included. */
export interface Season {
  name: string;
  begins: string;
  ends: string;
}

/** What is known of a table that is kept. */
export interface Kept {
  name: string;
  zone: string;
  since: number;
  members: Member[];
  next: Next | null;
  seasons: Season[];
}

/** Somebody asks to be the host, as the one there is does nothing; another person may agree until then. */
export interface Succession {
  by: number;
  until: number;
}

/** What everybody at the table may know of it. */
export interface Table {
  /** The table word. */
  table: string;
  game: string;
  version: number;
  status: Status;
  /** The number of the match that runs or ran last; 0: none yet. */
  match: number;
  options: Options;
  /** How long people have, in s; 0: no clock. */
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
  /** How many watch. */
  onlookers: number;
  /** The numbers of the people whose chairs somebody at the door asks for. */
  claims: number[];
  /** The matches that came to their end at this table, oldest first. */
  evening: MatchWon[];
  /** The numbers of people from whom the host has taken the word. */
  hushed: number[];
  /** Who has the match stand still, and since when. */
  pause: Pause | null;
  /** What is put to all, and who has agreed. */
  proposal: Proposal | null;
  /** Who said no to what was put to the table last. */
  declined: number | null;
  /** Who had something taken back in this match, oldest first. */
  took_back: number[];
  /** Big screens that asked for pictures. */
  televisions: Television[];
  /** Null where the table lapses as any other. */
  kept: Kept | null;
  /** When the host did something last, in s since 1970, as of this message. */
  host_did: number;
  succession: Succession | null;
}

/** Everything about the table that everybody may know; sent on every change. */
export interface TableMessage {
  type: 'table';
  table: Table;
}

/** How far somebody is on a way to win, a word of the game's `ways`; `parts` of a set are those that are there. */
export interface Way {
  way: string;
  have: number;
  need: number;
  parts?: number[];
}

/** What a seat, or an onlooker, may know of the match. */
export interface View {
  game: string;
  version: number;
  /** Null for an onlooker. */
  seat: number | null;
  players: number;
  /** The game's cells after `hide`, by name, as nested lists; null is what this seat may not know. */
  cells: Cells;
  /** The seats that are asked. */
  asked: number[];
  waiting: 'chance' | 'clock' | null;
  /** What this seat is asked to choose from. */
  legal: Action[];
  /** What it may do besides. */
  may: Action[];
  /** The seats that may not talk now. */
  quiet: number[];
  scores: number[];
  /** By seat; empty where the game does not say. */
  progress: Way[][];
  /** Null until it is over. */
  ranks: number[] | null;
  over: boolean;
}

/** When the time of a seat, or the game's own, runs out, in seconds since 1970. */
export interface Deadline {
  seat: number | 'clock';
  ends: number;
}

/** A person is asked since then, in seconds since 1970. */
export interface Waiting {
  seat: number;
  since: number;
}

/** What a person had left of their time for the whole match when their last turn ended, in s. */
export interface TimeLeft {
  seat: number;
  left: number;
}

/** What this seat may know; sent after `hello`, and after every step that changes anything for this seat. */
export interface ViewMessage {
  type: 'view';
  match: number;
  /** How often something was taken back in the match: when it changes, the story is told anew from its beginning. */
  taken: number;
  /** How many events were told in the match. */
  seq: number;
  /** It changes when what is asked of this seat changes; `play` with an older one is refused as `stale`. */
  question: number;
  view: View;
  texts: Record<string, unknown>;
  /** How many events of the match this client had before these. */
  heard: number;
  /** As this seat heard them: `{event, seat?, …}`, null for a value it may not know. */
  events: Told[];
  /** When a seat's or the clock's time runs out. */
  clocks: Deadline[];
  /** Since when people are asked who are. */
  waits: Waiting[];
  /** What people have left, where each has one time for the whole match; of whom is asked, `clocks` tells it. */
  banks?: TimeLeft[];
  now: number;
}

/**
 * To whoever played last, once the table has been at rest for half a second: that play may be taken back (`take_back`), as long
 * as `view` tells of no event after number `seq`. It is judged from what an onlooker sees, so it tells nobody anything, and
 * `take_back` can be refused all the same.
 */
export interface MayTakeBack {
  type: 'may_take_back';
  match: number;
  taken: number;
  seq: number;
}

/** The answer to every request that has no other. */
export interface Done {
  type: 'done';
  id: string;
}

/** A request that is not granted; `id` is null where none could be read. `code` is for machines, `message` for people. */
export interface RefusedMessage {
  type: 'refused';
  id: string | null;
  code: string;
  message: string;
  field?: string;
  reason?: string;
}

/** What could follow; `chance`: the plan ends here, chance is next. */
export interface Planned {
  type: 'planned';
  id: string;
  legal: Action[];
  chance: boolean;
}

/**
 * A word of the game's `reasons`, null where it is allowed; `values` are what is missing, by name (see `lacking` in
 * writing-a-game.md).
 */
export interface Because {
  type: 'because';
  id: string;
  reason: string | null;
  values: Record<string, string | number>;
}

/** What could be played, and the part of the win that it promises, from 0 to 1. */
export interface Choice {
  action: Action;
  share: number;
  /** The standard error of `share`. */
  error: number;
  /** How much less than the best one. */
  gap: number;
  /** The standard error of `gap`. */
  doubt: number;
  /** The best is not surely better. */
  close: boolean;
  /** The action by its cards: a sentence of the game's `named` words, `word`, and what fills it; None where it has none. */
  named: Record<string, unknown> | null;
}

/** What the advisor says to a seat that is asked: see docs/advisor.md. The best comes first. */
export interface Counsel {
  state: 'thinking' | 'warming' | 'done' | 'failed';
  method: 'search' | 'belief';
  /** Empty until it is done. */
  choices: Choice[];
}

/** To the seat that asked, first how far the advisor is, then what they found: docs/advisor.md. */
export interface CounselMessage {
  type: 'counsel';
  match: number;
  question: number;
  counsel: Counsel;
}

/** What moves the chair to another device, once, and until when. */
export interface Handed {
  type: 'handed';
  id: string;
  code: string;
  until: number;
}

/** Who gives the sign. */
export interface Nudged {
  type: 'nudged';
  person: number;
}

/** The host vouched for this onlooker: say `hello` anew with the token, which is shown this once. */
export interface Seated {
  type: 'seated';
  person: number;
  token: string;
}

/** From a person, or from a television. */
export interface SignalPassed {
  type: 'signal';
  person?: number;
  television?: number;
  data: unknown;
}

/** The number under which this television is known here. */
export interface Tuned {
  type: 'tuned';
  id: string;
  television: number;
}

/** What somebody said, as they were called then: a text of their own, or else a phrase. */
export interface Line {
  /** Of the table's lines, from 1. */
  number: number;
  person: number;
  name: string;
  avatar: string;
  at: number;
  text: string | null;
  phrase: Phrase | null;
}

/** After `hello`: the last 100 lines that were said here, oldest first. */
export interface Talk {
  type: 'talk';
  lines: Line[];
}

/** One line more. */
export interface Said {
  type: 'said';
  line: Line;
}

/** A sign that flies from a seat. */
export interface Reacted {
  type: 'reacted';
  person: number;
  reaction: Reaction;
}

/** Somebody who looks on applauds. */
export interface Applauded {
  type: 'applauded';
}

/** Seconds since 1970 by the server's clock. */
export interface TimeAnswer {
  type: 'time';
  sent: number;
  now: number;
}

/**
 * `elsewhere`: this person has come in more than 12 times, and the oldest goes; `moved`: the chair is on another device now;
 * `cleared`: by the host; `closed`: by the operator. No reconnection but after `shutdown`.
 */
export interface Closed {
  type: 'closed';
  reason: Reason;
}

export interface SeatRange {
  low: number;
  high: number;
}

/** What a form needs to ask for an option. */
export interface OptionDescription {
  name: string;
  kind: 'choice' | 'number' | 'seat' | 'flags';
  values?: (string | number)[];
  low?: number;
  high?: number;
  default: OptionValue;
}

/** A game that is played here. */
export interface GameDescription {
  game: string;
  version: number;
  seats: SeatRange;
  options: OptionDescription[];
  bots: string[];
  /** The options with which its bots sit, where its defaults do not seat them. */
  welcoming: Options;
  /** Kinds of bot that play by the rule of thumb until they are ready. */
  warming: string[];
  /** Kinds of bot that play by the rule of thumb except at these numbers of players. */
  only: Record<string, number[]>;
  /** Kinds of bot, and the numbers of players at which they are ready whatever else is said here, with the printed rules. */
  by_heart: Record<string, number[]>;
  languages: string[];
  /** The address of the table that the game's package brings for the page. */
  page?: string;
}

/** What opening or joining gives; the token is shown this once. */
export interface Chair {
  table: string;
  person: number;
  token: string;
}

export interface Guest {
  name: string;
  avatar: string;
  bot: string | null;
}

/** A chair that somebody at the door may ask for: a bot's, or that of a person who is gone. */
export interface ChairShown {
  person: number;
  name: string;
  avatar: string;
}

/** A table as its door shows it. */
export interface Summary {
  table: string;
  game: string;
  status: Status;
  people: Guest[];
  /** Places that nobody has taken. */
  free: number;
  /** Whose seats may be taken during the match, where the host allows it. */
  late: ChairShown[];
  /** People whose devices are all gone. */
  away: ChairShown[];
  /** The name of a table that is kept. */
  kept: string | null;
}

/** Letters by which a table is found, four or a few more, and until when. */
export interface ScreenCode {
  code: string;
  until: number;
}

export interface ScreenFound {
  table: string;
}

/** How many letters the longest have that open a table now. */
export interface Letters {
  letters: number;
}

export interface Player {
  name: string;
  avatar: string;
  bot: string | null;
  person: number;
  score: number;
  /** 1 is the first place, ties share one; 0: nobody is ranked. */
  rank: number;
  /** They never came, and a bot played for them from first to last. */
  absent?: boolean;
}

/** A finished match of a table; times are seconds since 1970, `begun` is null of one that began before they were kept. */
export interface Finished {
  match: number;
  game: string;
  /** Null of a match that began before they were kept. */
  begun: number | null;
  ended: number;
  lowest_wins: boolean;
  /** By seat. */
  people: Player[];
}

/**
 * A finished match to look at again; `frames` are those of parlour.engine.match.frames.as_json. `story`, in sentences, is there
 * in their place where the rules of the match are installed no more.
 */
export interface Replay {
  game: string;
  version: number;
  players: number;
  options: Options;
  people: Guest[];
  /** Whether the advisor could be asked before a play. */
  practice: boolean;
  deal: Deal | null;
  frames: Frame[];
  /** In sentences, in the place of the frames where the rules of the match are installed no more. */
  story: string[];
}

/** What the games of some rules came to; a figure is [value, low, high], the interval being 95 %, a share from 0 to 1. */
export interface Rules {
  games: number;
  minutes: Figure;
  nine_in_ten: Range;
  /** `counts` of games by steps of `step` minutes from 0. */
  histogram: Histogram;
  seats: Figure[];
  /** Whether a seat wins more or less than its part beyond noise. */
  uneven: boolean;
  changes: Figure;
  clear: Figure;
  ties: Figure;
  blow_outs: Figure;
  /** The part of who wins that the deal and later chance decide; with mixing, skill and seat it is all. */
  cards: Figure;
  /** The part of the players' own mixed choices. */
  mixing: Figure;
  /** The part of who plays better, between levels of bots. */
  skill: Figure;
  /** The part of the seat alone. */
  seat: Figure;
}

/** How far a study of rules is, and what it found; `printed` is the same with the rules as printed. */
export interface Study {
  state: 'none' | 'waiting' | 'playing' | 'done' | 'failed';
  played: number;
  of: number;
  /** Whether it ended before all games were played, because they took too long. */
  cut: boolean;
  tried: Rules | null;
  printed: Rules | null;
  /** The figures that differ by more than noise. */
  real: string[];
}

/** How far the advisor is with a finished match; `report` is a parlour.advice.Report (docs/advisor.md). */
export interface Advice {
  /** None: nobody has asked. */
  state: 'none' | 'waiting' | 'thinking' | 'done' | 'failed';
  /** Of `of` steps: while it is thinking those of all passes, for the decisions and for luck and play. */
  done: number;
  of: number;
  /** About how many seconds it takes from now on; 0 while that is not known. */
  left: number;
  /** The decisions found costly so far, by step, as in the report; none once it is there. */
  marks: Record<string, unknown>[];
  report: Record<string, unknown> | null;
}

/** How often a seat did something, of the times it could have been done and left: counts, no verdict (docs/advisor.md). */
export interface Habit {
  name: string;
  chances: number;
  done: number;
  /** How often the rule of thumb would have done it in those situations. */
  steady: number;
}

/** How everybody played in a finished match. */
export interface Style {
  /** By seat; empty lists where the game counts nothing. */
  habits: Habit[][];
}

export interface Draw {
  below: number;
  /** Null: the outcome was dealt again. */
  drawn: number | null;
}

/** What chance followed from in a finished match: see docs/fairness.md. */
export interface Draws {
  seal: string;
  secret: string;
  match: string;
  parts: (string | null)[];
  deal: Deal | null;
  draws: Draw[];
}

/** A puzzle of a game, by its name: of what kind of decision it is, and how hard, from 1. */
export interface PuzzleListed {
  puzzle: string;
  kind: string;
  grade: number;
}

/** One of a puzzle's choices, and the part of the win that it promises, from 0 to 1. */
export interface PuzzleChoice {
  action: Action;
  share: number;
  /** The standard error of `share`. */
  error: number;
  /** How much less than the best one; 0 for that one. */
  gap: number;
  /** The standard error of `gap`. */
  doubt: number;
  /** What the game says of it: the words of its `puzzles.why`, each with what fills its braces. */
  because: Reasoned[];
}

/** A decision of a finished match between bots, as its seat knew it, and what came of judging it (docs/puzzles.md). */
export interface Puzzle {
  puzzle: string;
  game: string;
  version: number;
  kind: string;
  grade: number;
  options: Options;
  people: Guest[];
  view: View;
  /** The last ones that the seat heard. */
  events: Told[];
  texts: Record<string, unknown>;
  /** In the order of the game's actions. */
  choices: PuzzleChoice[];
  /** Which of the choices. */
  best: number;
  /** Which of them the rule of thumb plays. */
  thumb: number;
  /** How often a Gentle bot, a Steady one and a short search miss it, from 0 to 1. */
  misses: Record<string, number>;
}

/** What people of a house took at a puzzle when they tried it first. */
export interface Tries {
  /** How often each choice was taken; empty until ten have tried it. */
  tries: number[];
}

/** How a match went for a seat. */
export interface SeatPlayed {
  person: number;
  bot: string | null;
  score: number;
  /** 1 is the first place, ties share one; 0: nobody is ranked. */
  rank: number;
  /** They never came, and a bot played for them. */
  absent: boolean;
}

/** A match of a kept table that came to its end; times are seconds since 1970. */
export interface MatchPlayed {
  match: number;
  game: string;
  options: Options;
  begun: number;
  ended: number;
  lowest_wins: boolean;
  practice: boolean;
  dealt_again: boolean;
  seats: SeatPlayed[];
}

/** The matches that began within twelve hours of the first of them. */
export interface Evening {
  /** On which it began, by the table's own time zone. */
  date: string;
  begun: number;
  ended: number;
  /** Whose evening it was: who won most matches, or else came in better; several where that is the same. */
  won: number[];
  people: number[];
  matches: MatchPlayed[];
}

/** What somebody has won. */
export interface Tally {
  person: number;
  evenings: number;
  matches: number;
  /** Evenings won in a row of those they came to, up to the last one. */
  streak: number;
}

/** The closest finish: the least between the first and the second. */
export interface Finish {
  match: number;
  game: string;
  date: string;
  first: number;
  second: number;
  by: number;
}

/** Who won the last match of a game owes the second a rematch, until the two meet in it again. */
export interface Owed {
  match: number;
  game: string;
  date: string;
  by: number;
  to: number;
}

/** How well somebody plays, in points of Elo's scale about the group's mean, with the 95 % interval. */
export interface Rating {
  person: number;
  points: number;
  low: number;
  high: number;
}

/** The two that stand nearest to each other and cannot be told apart, and how many matches more would do. */
export interface Apart {
  one: number;
  other: number;
  more: number;
}

/** What a kept table remembers, all of it reckoned from its matches. */
export interface Evenings {
  table: string;
  now: number;
  kept: Kept;
  /** The newest first. */
  evenings: Evening[];
  /** Who has won most comes first. */
  tally: Tally[];
  closest: Finish | null;
  owed: Owed[];
  /** Of those who sat in two counted matches at least, the best first; practice and what was dealt again do not count. */
  ratings: Rating[];
  apart: Apart | null;
}

/** All that a kept table remembers, as one file. */
export interface TakenAlong {
  /** `parlour-evenings/1`. */
  format: string;
  table: string;
  kept: Kept;
  /** The oldest first. */
  matches: MatchPlayed[];
}

/** At which tables somebody was erased; at the others nobody was known by what was sent. */
export interface Forgotten {
  tables: string[];
}

/** What opening a league gives; the token is shown this once. */
export interface LeagueKey {
  league: string;
  token: string;
}

/** Somebody in a league, and what their matches came to. */
export interface LeaguePlayer {
  player: number;
  name: string;
  avatar: string;
  /** Of teams, 0 or 1. */
  side: number | null;
  paused: boolean;
  /** A table shares out one less than it seats: who wins has beaten all others, who is last nobody. */
  points: number;
  played: number;
  /** Rounds in which nobody was left to play with: each counts as won at a table of two, and as the half at a larger one. */
  out: number;
}

/** A table of a round. */
export interface LeagueTable {
  /** By which the house calls it, from 1. */
  number: number;
  /** Its word; null until the first of its people sits down, and of teams until both tables have played. */
  table: string | null;
  players: number[];
  /** The match that counts; null until there is one. */
  match: number | null;
  /** Of each player, in their order (of teams that of the seats); empty until the match is over. */
  points: number[];
  /** Likewise, as the game counts. */
  scores: number[];
}

/** A round: who sits where, and who sits out. */
export interface LeagueRound {
  tables: LeagueTable[];
  out: number[];
}

/** How two sides stand that play the same deals with seats crossed over. */
export interface Teams {
  /** Of both sides, from deals that both tables have played. */
  points: number[];
  deals: number;
  /** By how many points the first side is ahead in a deal; null before one is played. */
  mean: number | null;
  /** Nine of ten lie within so much of `mean`; null before two are played. */
  error: number | null;
}

/** A league, with standings that are reckoned from the matches of its tables. */
export interface League {
  league: string;
  name: string;
  game: string;
  options: Options;
  system: 'swiss' | 'all_play_all' | 'teams';
  size: number;
  /** Rounds that are to be played. */
  planned: number;
  /** Who leads comes first. */
  players: LeaguePlayer[];
  /** The first round first. */
  rounds: LeagueRound[];
  over: boolean;
  /** Null unless the system is `teams`. */
  teams: Teams | null;
}

/** What entering a league gives; the token is shown this once. */
export interface PlayerKey {
  player: number;
  token: string;
}

/** The first play in which two that were dealt the same went different ways. */
export interface Parted {
  seat: number;
  /** 0 where the game does not count rounds. */
  round: number;
  /** Of this seat, in that round, from 1. */
  turn: number;
  /** How many turns of the match came before, whoever's. */
  at: number;
  mine: Action;
  theirs: Action;
}

/** A finished match in which a deal was played. */
export interface Run {
  mine: boolean;
  ended: number;
  /** By seat; a person's name is empty where it was not sent on purpose. */
  people: Player[];
  parted: Parted | null;
  /** By seat, what was luck and what play (docs/advisor.md); empty where the advisor was not asked. */
  accounts: Record<string, unknown>[];
  /** Everybody's chances in the course of it, likewise. */
  curve: number[][];
  /** What everybody had at even steps of its turns, and at its end; empty where the rules have changed since. */
  scores: number[][];
  turns: number;
}

/** A deal that may be played again: that of a finished match, or of a day. */
export interface DealOffered {
  deal: string;
  game: string;
  players: number;
  options: Options;
  lowest_wins: boolean;
  /** The date of a deal of the day. */
  day: string | null;
  /** How many have finished it. */
  played: number;
  /** One's own first; empty to whoever does not name a match of their own in which it was played to its end. */
  runs: Run[];
}

/** The secret from which the deals of a day are made: its seal from the day before on, itself from the day after on. */
export interface DaySealed {
  date: string;
  seal: string;
  secret: string | null;
  games: string[];
}

/** The body of an error. */
export interface Problem {
  code: string;
  message: string;
  field?: string;
  reason?: string;
}

export type ServerMessage =
  | Welcome
  | TableMessage
  | ViewMessage
  | MayTakeBack
  | Done
  | RefusedMessage
  | Planned
  | Because
  | CounselMessage
  | Handed
  | Nudged
  | Seated
  | SignalPassed
  | Tuned
  | Talk
  | Said
  | Reacted
  | Applauded
  | TimeAnswer
  | Closed;

/**
 * The first message. `token` absent: an onlooker. `device`, here and on joining, is by what a device may be known again (16 to 64
 * printable ASCII characters of its own choosing). `match` and `heard` say which match and how many of its events this client
 * has, as `taken` was then: the rest follows. `still`: this page shows no motion.
 */
export interface Hello {
  type: 'hello';
  token?: string | null;
  language?: string | null;
  match?: number | null;
  heard?: number | null;
  taken?: number;
  still?: boolean;
  device?: string | null;
}

/** Asks for the time by the server's clock. */
export interface Time {
  type: 'time';
  sent: number;
}

/** What may be asked of a table, by its `type`, and what goes with it. */
export interface Requests {
  /**
   * Actions in their JSON form (docs/writing-a-game.md). Several are applied all or none: all but the last are of the game's
   * `PLANS`, and all come before chance or another seat is asked.
   */
  play: { match: number; question: number; actions: Action[] };
  /** Asks what could follow these actions (families in the game's `PLANS`); changes nothing. */
  plan: { match: number; question: number; actions: Action[] };
  /** Asks why an action is not allowed. */
  why: { action: Action };
  /** Bots think no longer until a person is asked. */
  hurry: object;
  /**
   * At a practice table: what to play? Answered by `done`, and by `counsel` as soon as there is something to say; `no_choice`
   * where there is one action or none, `no_counsel` where the advisor does not know what is played.
   */
  advise: { match: number; question: number };
  /**
   * A bot plays for this person until they are back: for oneself, or for anybody where the host asks it. `minutes` (1 to 120),
   * for oneself: when one says one will be. At most six times a minute and person.
   */
  cover: { person: number; minutes?: number | null };
  /**
   * The person plays themselves again: oneself, or anybody where the host asks it; `not_here` where none of their devices is.
   * Whoever plays is back too.
   */
  uncover: { person: number };
  /** A sign (`nudged`) to the pages of somebody else who is asked; `nudged` as a refusal where they had two within 40 s. */
  nudge: { person: number };
  /**
   * The host has the match stand still: clocks stand, bots wait, plays are refused as `paused`, also after a restart. Anybody
   * else puts it to all people who are here.
   */
  pause: object;
  /** A match that was paused goes on, by the host or by who asked for the pause; the time that stood still is given back. */
  resume: object;
  /**
   * Puts to all that this seat's last play be taken back, with what followed it; refused as `not_played` where it has played
   * nothing yet, as `shown` where chance or the clock has acted since, or anybody has learned anything from it. While it is put
   * to the table the match stands still.
   */
  take_back: object;
  /**
   * Yes or no to the `proposal`: one no is enough, thirty seconds without an answer are one (then the same person may ask again
   * in half a minute: `too_often`). A server that comes back asks nobody.
   */
  agree: { yes: boolean };
  /** Changes some options. */
  options: { options: Options };
  /**
   * How long people have: 0 (no clock), 5 to 600 seconds `per: "turn"`, or 60 to 7,200 `per: "match"`: one time for each person
   * and match.
   */
  clock: { seconds: number; per?: Per };
  /** How long bots seem to think: `calm`, `brisk`, `at_once`. */
  pace: { pace: Pace };
  /** Whether the seats of bots may be taken during a match. */
  late: { allowed: boolean };
  /** Whether the advisor may be asked before a play, in the matches from now on (docs/advisor.md). */
  practice: { allowed: boolean };
  /** The same people and the same word, another game by its printed rules. */
  game: { game: string };
  /** The match that was to be dealt again is not. As long as it is, `options` are refused as `dealt_again`. */
  afresh: object;
  /**
   * Adds 64 hex digits (small letters) to the secret that the table's `seal` is of; replaces what this person added to it before.
   */
  shake: { seal: string; part: string };
  /** Starts the match. */
  start: object;
  /** Back to the lobby with the same people. */
  rematch: object;
  /** Clears the table for good, whatever is being played: everybody is told `closed {reason: "cleared"}`. */
  close: object;
  /**
   * Keeps the table under a name (1 to 24 code points, as for a person): it lapses after a year of silence, and not before.
   * `zone` is the IANA name of its time zone (`bad_zone`). Asked again it changes both.
   */
  keep: { name: string; zone: string };
  /** The table is kept no longer; what was played stays as long as that of any other. */
  let_go: object;
  /**
   * A kept table is opened for another evening, back in its lobby: by anybody who has a chair, who becomes the host where the
   * host is not here. `playing` while a match runs that has begun within twelve hours; one that is older is left as it lies.
   */
  reopen: object;
  /** When a kept table meets next, by the clock of its own time zone; null: no date is set. */
  next_date: { at: string | null };
  /** Whether one comes on the next date. */
  coming: { yes: boolean };
  /** The seasons of a kept table, all of them: spans of dates, such as 2026-12-01, with a name each (`bad_date`). */
  seasons: { seasons: Season[] };
  /**
   * Hosting passes on where the host is here and has done nothing for two minutes (`host_busy`): one person asks for it, and has
   * it when another one sends the same within a minute. Whatever the host does meanwhile is a no.
   */
  succeed: object;
  /** Adds a bot of a kind. */
  seat_bot: { bot: string };
  /** Changes a bot's kind. */
  bot: { person: number; bot: string };
  /**
   * Removes a bot or a person (who is told `closed {reason: "removed"}`; a host who removes themselves, after `done`). With
   * `stay_out` that person's device is refused as `barred` for twelve hours, to sit and to watch.
   */
  remove: { person: number; stay_out?: boolean };
  /** Hands hosting over. */
  host: { person: number };
  /** Seats a person at another place in the order. */
  move: { person: number; to: number };
  /** Another name, another picture. */
  rename: { name: string; avatar: string };
  /** Shown to the others; blocks nobody. */
  ready: { ready: boolean };
  /**
   * Gives up the chair for good: the token ends, the connection watches on. During a match the game's `leave` is played, or else
   * a bot plays on.
   */
  stand: object;
  /** Asks for a code that brings the chair to another device, once. It replaces the code before. */
  hand_on: object;
  /**
   * Asks to be let back to the chair of somebody who is gone; it lasts as long as the connection. `here_already`, `claimed` (by
   * another), `declined` (by the host, as far as the device is known); eight at once, then one in 15 s.
   */
  claim: { person: number };
  /** Answers a claim: with `yes` the claimant gets a new token (`seated`), and the old one is void. */
  vouch: { person: number; yes: boolean };
  /**
   * A line of 1 to 200 code points, kept with the table; what is not drawn (control, direction, fillers) is left out. It is text:
   * markup means nothing.
   */
  say: { text: string };
  /**
   * A quick phrase (`hm`, `nice`, `sure`, `well_played`, `thanks`, `sorry`, `moment`, `luck`, `again`), which everybody reads in
   * their own language; kept as a line.
   */
  phrase: { phrase: Phrase };
  /** A sign (`clap`, `laugh`, `gasp`, `sigh`, `heart`, `hourglass`) that flies from the seat, and is not kept. */
  react: { reaction: Reaction };
  /**
   * Applause of those who look on, which everybody is told of; not while the game bids people be quiet (`quiet`). All onlookers
   * of a table together have the bounds of one person's talk.
   */
  applaud: object;
  /**
   * Takes the word from a person who sits here, or gives it back. Whoever stands up and sits down again on the same device, or
   * under the same name, has not got it back.
   */
  hush: { person: number; hushed: boolean };
  /**
   * Camera set-up, passed on unread to the connections of a person who sits here, or to a television to which this person shows
   * themselves (`no_such_television`, `not_shown`): one of the two is named. At most 16 kB of JSON in UTF-8. Sent again, it is
   * passed on again, whatever its `id` was used for.
   */
  signal: { person?: number | null; television?: number | null; data: unknown };
  /**
   * This page is a big screen that asks for people's pictures: it is answered the number that is drawn for it, which the same
   * `device` has again when it comes back. Two at a table; one whose line is down gives way to another, or else one that nobody
   * shows themselves to, or else `table_full`. From then on it may signal to those who show themselves there (`not_shown`,
   * `not_here`), with the bounds that a person has. Not remembered by a server that comes back.
   */
  television: object;
  /**
   * Whether one shows oneself to a television; yes only while a match is played. It holds for this match and for the device that
   * has the chair now. Not remembered by a server that comes back.
   */
  show: { television: number; yes: boolean };
  /**
   * Whether this page is in sight; a person is `asleep` while none of theirs is. `ready`: false where it still waits for
   * something to play with, such as a camera. The first clock of a match waits until everybody's page is in sight and ready, for
   * thirty seconds at most.
   */
  present: { looking: boolean; ready?: boolean };
}

/** What answers each, where it is not refused. */
export interface Answers {
  play: Done;
  plan: Planned;
  why: Because;
  hurry: Done;
  advise: Done;
  cover: Done;
  uncover: Done;
  nudge: Done;
  pause: Done;
  resume: Done;
  take_back: Done;
  agree: Done;
  options: Done;
  clock: Done;
  pace: Done;
  late: Done;
  practice: Done;
  game: Done;
  afresh: Done;
  shake: Done;
  start: Done;
  rematch: Done;
  close: Done;
  keep: Done;
  let_go: Done;
  reopen: Done;
  next_date: Done;
  coming: Done;
  seasons: Done;
  succeed: Done;
  seat_bot: Done;
  bot: Done;
  remove: Done;
  host: Done;
  move: Done;
  rename: Done;
  ready: Done;
  stand: Done;
  hand_on: Handed;
  claim: Done;
  vouch: Done;
  say: Done;
  phrase: Done;
  react: Done;
  applaud: Done;
  hush: Done;
  signal: Done;
  television: Tuned;
  show: Done;
  present: Done;
}

/** Requests whose length would tell what is played: they are brought to a multiple of so many bytes. */
export const SECRET: readonly string[] = ['play', 'plan', 'why'];
export const COMMON = 1024;
