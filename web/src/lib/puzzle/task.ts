/* A decision to be taken once: a puzzle of the house, or one that was missed in a match of one's own. */

import { json, Refused } from '../api.ts';
import { tab } from '../base.ts';
import type { Action, Reasoned, Guest, Options, Puzzle, PuzzleListed, Told, Tries, View } from '../wire.ts';

const part = encodeURIComponent;

export interface Choice {
  action: Action;
  share: number;
  error: number;
  because: Reasoned[];
}

export interface Task {
  game: string;
  version: number;
  options: Options;
  people: Guest[];
  view: View;
  events: Told[];
  texts: Record<string, unknown>;
  choices: Choice[];
  best: number;
  /** What the house knows of its own puzzles. */
  of: { puzzle: string; kind: string; grade: number; thumb: number; misses: Record<string, number> } | null;
}

/** The games whose puzzles take turns from day to day. */
export const GAMES = ['skyjo', 'keys'] as const;
/** So many make a row. */
const ROW = 10;
/** Steps through a list from day to day: a prime, so that every puzzle comes once before one comes again. */
const STRIDE = 7919;

export const puzzlesOf = (game: string) => json<PuzzleListed[]>(`/api/games/${part(game)}/puzzles`);

export async function puzzleOf(game: string, puzzle: string, language: string): Promise<Task> {
  const found = await json<Puzzle>(`/api/games/${part(game)}/puzzles/${part(puzzle)}?language=${part(language)}`);
  const { kind, grade, thumb, misses } = found;
  return { ...found, of: { puzzle: found.puzzle, kind, grade, thumb, misses } };
}

/** What people of this house took at it, by choice; with one's own it is counted. Nothing where too few have tried it. */
export async function triesOf(game: string, puzzle: string, choice: number | null): Promise<number[]> {
  if (tab) return []; // nobody else is there
  const path = `/api/games/${part(game)}/puzzles/${part(puzzle)}/tries`;
  try {
    return (await json<Tries>(path, choice === null ? undefined : { choice })).tries;
  } catch (error) {
    if (error instanceof Refused) return []; // without a line, and where too many were counted
    throw error;
  }
}

/** The puzzle of a day, by its number since 1970. */
export const puzzleOn = (all: PuzzleListed[], day: number): PuzzleListed => all[(day * STRIDE) % all.length]!;

/** Ten of a kind from the easiest to the hardest, those first that were not tried. */
export function rowOf(all: PuzzleListed[], kind: string, tried: (puzzle: string) => boolean): PuzzleListed[] {
  const these = all.filter((one) => one.kind === kind);
  const fresh = these.filter(({ puzzle }) => !tried(puzzle));
  const row = [...fresh, ...these.filter(({ puzzle }) => tried(puzzle))].slice(0, ROW);
  return these.filter((one) => row.includes(one));
}
