/* What this device remembers. A browser may refuse to store anything; then it is remembered until the page closes. */

import { tab } from './base.ts';
import type { Options, Per } from './wire.ts';

const memory = new Map<string, string>();
// A house may stand at the same site, and the table of a bench (bench/frame.ts) is in a frame.
const MINE = tab ? (window.name === 'parlour.bench.' ? window.name : 'parlour.tab.') : 'parlour.';

export function recall<T>(key: string): T | null {
  let text: string | null | undefined;
  try {
    text = localStorage.getItem(MINE + key);
  } catch {
    text = memory.get(key);
  }
  if (text == null) return null;
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}

export function keep(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  memory.set(key, text);
  try {
    localStorage.setItem(MINE + key, text);
  } catch {
    /* remembered in memory alone */
  }
}

/**
 * What this device calls itself at a door, so that whoever was sent away from a table is known again. It says nothing else
 * of anybody.
 */
export function device(): string {
  const known = recall<string>('device');
  if (known) return known;
  const drawn = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  keep('device', drawn);
  return drawn;
}

/** A chair this device holds: the token is the secret that proves it. */
export interface Chair {
  table: string;
  game: string;
  person: number;
  token: string;
  since: number;
  /** Its person plays on this device beside the one whose it is. */
  other?: true;
  /** How far the person has seen the story of which match. */
  seen?: { match: number; events: number };
}

const chairs = (): Chair[] => recall<Chair[]>('chairs') ?? [];

/** The chairs this device holds at a table, the longest held first: several people may share it. */
export const chairsAt = (table: string): Chair[] => chairs().filter((chair) => chair.table === table);

/** This device's chair at a table: that of a person, or the one it has held longest. */
export function chairAt(table: string, person?: number): Chair | null {
  return chairsAt(table).find((chair) => person === undefined || chair.person === person) ?? null;
}

/** The chairs this device holds, newest first. */
export function chairsHeld(): Chair[] {
  return chairs().sort((a, b) => b.since - a.since);
}

export function keepChair(chair: Omit<Chair, 'since'>): void {
  const kept: Chair = { ...chair, since: Date.now() };
  const before = chairs();
  const same = before.findIndex((c) => c.table === chair.table && c.person === chair.person);
  keep('chairs', same < 0 ? [...before, kept] : before.with(same, kept));
}

/** Remembers how far the person at a table has seen the story of a match. */
export function keepSeen(table: string, person: number, match: number, events: number): void {
  keep(
    'chairs',
    chairs().map((c) => (c.table === table && c.person === person ? { ...c, seen: { match, events } } : c)),
  );
}

/** A kept table at which somebody of this device has sat. */
interface KeptTable {
  table: string;
  person: number;
}

/** The kept tables that belong on this device's shelf, the newest first. */
export const keptTables = (): KeptTable[] => recall<KeptTable[]>('kept') ?? [];

/** What was played last on this device: one press plays it again, against bots. */
export interface Last {
  game: string;
  options: Options;
  clock: number;
  per: Per;
  /** The kinds of the bots; where people played, how many others there were stands for itself. */
  bots: string[];
  others: number;
}
export const lastPlayed = (): Last | null => recall<Last>('last');

/** Who tries a game at a new table wants no lobby: bots sit down and it begins. Remembered until it has. */
let tried = '';
let wanted: string[] = [];
let practised = '';
export function tryNow(table: string, bots: string[] = []): void {
  tried = table;
  wanted = bots;
}
/** The same at a practice table. */
export function practiseNow(table: string, bots: string[]): void {
  tryNow(table, bots);
  practised = table;
}
/** Whether the match that begins at once is for practice. */
export const practises = (table: string): boolean => practised === table;
/** The bots that are to sit down at this table now, by kind; none named: on all chairs of the deal that is played. */
export function triesNow(table: string): string[] | null {
  const tries = tried === table;
  if (tries) tried = '';
  return tries ? wanted : null;
}

const LEVELS = 'levels';
/** The kind of bot that was chosen last for a game on this device. */
export const levelOf = (game: string): string | undefined => recall<Record<string, string>>(LEVELS)?.[game];
export function preferLevel(game: string, kind: string): void {
  keep(LEVELS, { ...recall<Record<string, string>>(LEVELS), [game]: kind });
}

/** Forgets the chair of a person at a table, or all chairs there. */
export function forgetChair(table: string, person?: number): void {
  keep(
    'chairs',
    chairs().filter((c) => c.table !== table || (person !== undefined && c.person !== person)),
  );
}
