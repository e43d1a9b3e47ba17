/* What the messages of the protocol hold that is the games' own: actions, events and cells in their readable form. */

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

/** The game's cells by name, as nested lists. */
export type Cells = Record<string, any>;
export type Cell = Value | Cell[];

export type OptionValue = string | number | string[];
export type Options = Record<string, OptionValue>;

/** A measured number and its 95 % interval: value, low, high. */
export type Figure = [number, number, number];
export type Range = [number, number];
export interface Histogram {
  step: number;
  counts: number[];
}

/** Something a game says of a choice: a word of its own, and what fills the sentence's braces. */
export interface Reasoned {
  word: string;
  [brace: string]: Value;
}

/** A frame of a match that is looked at again: the first is a whole view, a later one holds what changed. */
export interface Frame {
  /** The seat that played; null where nobody had yet. */
  by: number | null;
  cells: Cells;
  events: Told[];
  texts?: Record<string, unknown>;
  /** What else a view tells. */
  [member: string]: unknown;
}
