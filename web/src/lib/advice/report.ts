/* What the advisor found in a finished match (docs/advisor.md). Chances go from 0 to 1. */

import type { Action, Advice as Told } from '../wire.ts';

export interface Choice {
  action: Action;
  share: number;
  error: number;
  /** It by its cards, in the game's own words. */
  named?: Record<string, unknown> | null;
}

export interface Decision {
  seat: number;
  /** How many actions of the log had been played. */
  step: number;
  /** Which frame of the replay shows what lay there. */
  frame: number;
  round: number;
  turn: number;
  played: Action;
  best: Action;
  cost: number;
  error: number;
  mark: '' | 'costly' | 'costliest';
  choices: Choice[];
  because: (Record<string, number | string> & { word: string })[];
}

interface Moment {
  frame: number;
  by: number | null;
  chances: number[];
}

export interface Account {
  start: number;
  luck: number;
  play: number;
  others: number;
  end: number;
  errors: Record<'start' | 'luck' | 'play' | 'others', number>;
}

export interface Report {
  players: number;
  /** Whose decisions were judged. */
  seats: number[];
  method: 'search' | 'belief';
  moments: Moment[];
  accounts: Account[];
  /** By seat: the moments that moved its chance most. */
  turning: number[][];
  decisions: Decision[];
}

export interface Advice extends Omit<Told, 'report' | 'marks'> {
  report: Report | null;
  /** What is known to be costly while the rest is looked at. */
  marks: Decision[];
}

/** The decisions of a seat that surely cost something, the costliest first. */
export const costly = (report: Report, seat: number): Decision[] =>
  report.decisions.filter((one) => one.seat === seat && one.mark !== '').toSorted((a, b) => b.cost - a.cost);
