/* What a game's folder on the page gives, and what it is given. */

import type { Component } from 'svelte';
import type { Action, Deadline, Options, Person, Problem, Table, TimeLeft, Told, View } from './wire.ts';

/** Says a text of a catalogue by its dotted key, filling its braces: `say('table.round', { round: 3 })`. */
export type Values = Record<string, string | number>;

/**
 * By game and key: the names of a sentence's holes. Each game's folder adds its own (`holes.d.ts`, made from its catalogue).
 * @public
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface GameHoles {}

/** The values a sentence with these holes is given. */
export type Given<Names> = [Names] extends [never] ? [] : [values: Record<Names & string, string | number>];
type GivenBy<Key, Holes> = {
  [Game in keyof Holes]: Key extends keyof Holes[Game] ? Given<Holes[Game][Key]> : never;
}[keyof Holes];
/** A key that no game has is put together, or of a game without a folder here: its values are looked at by nobody. */
type GivenTo<Key> = [GivenBy<Key, GameHoles>] extends [never] ? [values?: Values] : GivenBy<Key, GameHoles>;

/** A sentence of a game, by its key; what stands in its holes is asked for by type. */
export type Say = <Key extends string>(key: Key, ...values: GivenTo<Key>) => string;

/**
 * Shows one step: called while `before` is still drawn. It measures, awaits `show()`, which draws `after`, and moves
 * the pieces; the next step begins when its promise resolves.
 */
export type Mover = (before: View, after: View, events: Told[], show: () => Promise<void>) => Promise<void>;

/**
 * What came of a request: nothing, or why not (a code of the protocol; `text` is a sentence for the person, empty where they
 * pressed before what they did last had come out: it would speak of a table that is no more).
 */
export type Answer = null | (Problem & { text: string });

/** What could follow some actions; `chance`: chance is next. `refused`: why they do not go together, as a sentence. */
export interface Plan {
  legal: Action[];
  chance: boolean;
  refused?: string;
}

/** The table this page sits at. Every property is reactive. */
export interface Room {
  /** How the table is seen: from a seat, by an onlooker, or on a screen for all. */
  readonly screen: 'hand' | 'watch' | 'tv';
  readonly table: Table;
  /** Everybody at the table, in the order of the seats. */
  readonly people: Person[];
  /** This page's person; null for an onlooker. */
  readonly me: Person | null;
  /** The seat whose view this is; null for an onlooker. */
  readonly seat: number | null;
  /** What is drawn now. */
  readonly view: View;
  /** What was drawn before the step that is being shown; null when none is. */
  readonly before: View | null;
  /** A step is being shown, so nothing may be pressed yet. */
  readonly moving: boolean;
  /** A request is on its way, or what came of an accepted play is not drawn yet. */
  readonly waiting: boolean;
  /** The line to the server is up. */
  readonly online: boolean;
  /** The events shown so far, oldest first. */
  readonly story: Told[];
  /** Words for this seat alone, by the game's `texts.py`. */
  readonly texts: Record<string, unknown>;
  readonly clocks: Deadline[];
  /** What people have left of one time for the whole match, as their last turn ended. */
  readonly banks?: TimeLeft[];
  /** Seconds since 1970 by the server's clock; moves every quarter of a second while a clock runs. */
  readonly now: number;
  /** The game's words in the person's language. */
  readonly words: Say;
  /** Shows steps; the game's table sets it when it is drawn, and null when it goes. */
  mover: Mover | null;
  /** Called with what another person's page signals, or a television's: that is named by its number below zero. */
  signalled: ((address: number, data: unknown) => void) | null;
  /** The person in a seat. */
  at(seat: number): Person | undefined;
  /** The name of the person in a seat. */
  name(seat: number): string;
  /** The sentence of an event, as text. Empty where nothing is told. */
  tell(event: Told): string;
  /** The label of an action, or of all that have some arguments in common: what is open is three dots. */
  label(action: Action): string;
  play(actions: Action | Action[]): Promise<Answer>;
  plan(actions: Action[]): Promise<Plan>;
  /** Why an action is not allowed, as a sentence of the game's words; empty where the table has gone on meanwhile. */
  why(action: Action): Promise<string>;
  /** Opens what is said of how one wins, at a way of the view's `progress`. */
  explain(way: string): void;
  /**
   * Passes something to another person's pages, such as what cameras agree on, or to a television. It is lost where either
   * line is down.
   */
  signal(address: number, data: unknown): void;
  /** How often those who look on applauded since this page came; one of them does by `applaud`. */
  readonly applause?: number;
  applaud?(): void;
  /** This page has what it needs to play, or waits for it: the first clock of a match waits too, for half a minute. */
  prepared?(ready: boolean): void;
  /** A television asks for people's pictures: the number it has here; null where the table has enough of them. */
  tune(): Promise<number | null>;
  /** Whether this person shows themselves to a television. */
  show(television: number, yes: boolean): Promise<Answer>;
}

export interface TableProps {
  room: Room;
}

/** A view for the gallery. */
export interface Sample {
  view: View;
  people: Person[];
  story?: Told[];
  texts?: Record<string, unknown>;
  clocks?: Deadline[];
}

export interface Ending {
  /** The line below the title: how it came to the end. */
  end(room: Room): string;
  /** Lines worth telling, computed from the story: the best first. */
  worth(room: Room): string[];
}

/** What keys of the keyboard press, as selectors inside the table: what is drawn from, what is taken, what is chosen of. */
export interface Keys {
  draw?: string;
  take?: string;
  pick: string;
}

export interface GamePage {
  /** The value of data-game that colours the table. */
  felt: string;
  /** The table, for a hand, an onlooker or a television. */
  Table: Component<TableProps>;
  /** What there is to know in the lobby before a match with these options. */
  LobbyNote?: Component<TableProps>;
  /** Everybody needs a device of their own: the game's words say why (`table.apart`). */
  apart?: true;
  /** Events that are read aloud as they happen and not written in the story, such as a countdown. */
  passing?: string[];
  /** Events that the table itself says in words: a television does not tell them above it too. */
  says?: string[];
  /** What keys of the keyboard press. */
  keys?: Keys;
  /** How long the motion of an event takes, in ms, where it is not that of one piece. */
  lengths?: Record<string, number>;
  /** The line beside the game's name in the top bar. */
  sub?(view: View, words: Say): string;
  /** What is said at the end; loaded when a match is over. */
  ending?(): Promise<Ending>;
  /** False where a score only says who won: the end then names no number. */
  scored?: false;
  /** False where the rules know who won and no order among the rest: the end then names no places. */
  ranked?: false;
  /** Draws a value inside a line of the story; `said` is how it is said in words. */
  Piece?: Component<{ name: string; value: string; said: string }>;
  /** Draws a fenced block of the rulebook as a figure; `kind` is the word after the fence. */
  Picture?: Component<{ kind: string; block: string }>;
  /** Where an action of this seat would be pressed: the name of a place on the table (`data-place`); null where it has none. */
  spot?(action: Action, view: View): string | null;
  /** Likewise as a selector within the table, for what is pressed in the slip or has no place of its own. */
  press?(action: Action): string | null;
  /** A guided first match: by which options, and the word (`walk.<word>`) that says what is done at this step and why. */
  walk?: { options: Options; step(view: View): string | null };
  /** The score sheet as far as it is written. Without it the sheet shows totals alone. */
  sheet?(view: View, story: Told[], words: Say): Sheet;
  samples?: Record<string, Sample>;
}

/** What a cell of a score sheet shows besides its text: a drawing (its address) before it, or a line through it. */
export interface Drawn {
  art?: string;
  struck?: boolean;
}
/**
 * A score sheet: a row for each round, a cell for each seat; a marked cell is ringed. `said` is what a screen reader hears
 * instead of a cell; `legend` says what marks, drawings and lines mean.
 */
interface SheetRow {
  head: string;
  cells: ({ text: string; mark?: string; said?: string } & Drawn)[];
}
export interface Sheet {
  rows: SheetRow[];
  legend?: ({ mark: string; text: string } & Drawn)[];
}
