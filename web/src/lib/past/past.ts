/* The matches that this device's people have finished: told by their tables, and kept here when those are gone. */

import { json, Refused } from '../api.ts';
import { files, tab } from '../base.ts';
import { chairsAt, chairsHeld, keep, recall } from '../store.ts';
import type { Finished } from '../wire.ts';

/** So many are kept, the newest. */
const MOST = 1_000;
/** So many tables are asked when the shelf is opened, those sat at last. */
const ASKED = 40;

/** A finished match, as one of this device's people played it. */
export interface Past extends Finished {
  table: string;
  person: number;
  /** That person was a guest on this device. */
  other?: true;
  /** The table is no more, so the match cannot be watched again. */
  gone?: true;
  /** It was played in the other of the two rooms of this site, whose address is this: at the house, or in what was taken along. */
  at?: string;
}

/** Where a house serves the room that is taken along. */
const ALONG = '/along';

/**
 * What was played on this device in the other room: a house's page tells of what was played without a line, and the room that was
 * taken along from there of what was played at the house.
 */
export function elsewhere(): Past[] {
  const along = tab !== null && files.endsWith(ALONG);
  if (tab && !along) return [];
  try {
    const kept = JSON.parse(localStorage.getItem(tab ? 'parlour.past' : 'parlour.tab.past') ?? '[]') as Past[];
    const at = tab ? files.slice(0, -ALONG.length) : `${files}${ALONG}/?`;
    return kept.map((one) => ({ ...one, at }));
  } catch {
    return [];
  }
}

/** What this device knows, the newest first. */
export const past = (): Past[] => recall<Past[]>('past') ?? [];

const key = ({ table, match, person }: Past): string => `${table}/${match}/${person}`;

/** Takes what a table tells for what its people on this device have played; what was known before is replaced. */
export function learn(table: string, told: Finished[]): void {
  const known = past();
  const emptied = recall<number>('emptied') ?? 0;
  const mine = new Map(
    [...known, ...chairsHeld()].filter((one) => one.table === table).map(({ person, other }) => [person, other]),
  );
  const fresh = told
    .filter(({ ended }) => ended > emptied)
    .flatMap((match) =>
      match.people
        .filter(({ person }) => mine.has(person))
        .map(({ person }): Past => ({ ...match, table, person, ...(mine.get(person) ? { other: true } : {}) })),
    );
  const all = new Map([...known, ...fresh].map((one) => [key(one), one]));
  keep('past', [...all.values()].toSorted((a, b) => b.ended - a.ended).slice(0, MOST));
}

/** Asks a table what was played there; false where no other need be asked now. */
async function ask(table: string): Promise<boolean> {
  try {
    learn(table, await json<Finished[]>(`/api/tables/${encodeURIComponent(table)}/matches`));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.code !== 'unknown_table') return false; // what is known stands
    keep(
      'past',
      past().map((one) => (one.table === table ? { ...one, gone: true } : one)),
    );
  }
  return true;
}

/** The seat that a person had in a finished match; -1 where they had none. */
export const seatOf = ({ people }: Pick<Finished, 'people'>, person: number): number =>
  people.findIndex((one) => one.person === person);

/**
 * The seat this device's person had in a finished match, by the chair they took and not by a name, which others may have and which
 * may have changed since; -1 where none was theirs. Of several who shared the device it is the one whose it is.
 */
export async function seatAt(table: string, match: number): Promise<number> {
  const ownFirst = <T extends { other?: true }>(all: T[]): T[] => all.toSorted((a, b) => Number(!!a.other) - Number(!!b.other));
  const known = ownFirst(past().filter((one) => one.table === table && one.match === match))[0];
  if (known) return seatOf(known, known.person);
  const held = ownFirst(chairsAt(table));
  if (!held.length) return -1;
  const told = await json<Finished[]>(`/api/tables/${encodeURIComponent(table)}/matches`);
  const found = told.find((one) => one.match === match);
  return found ? (held.map(({ person }) => seatOf(found, person)).find((seat) => seat >= 0) ?? -1) : -1;
}

/** A match has just come to its end at this table. */
export async function remember(table: string): Promise<void> {
  await ask(table);
}

/** Asks the tables of this device's people, one after another; `learned` is called after each. */
export async function refresh(learned: () => void): Promise<void> {
  const tables = new Set([...chairsHeld(), ...past().filter(({ gone }) => !gone)].map(({ table }) => table));
  for (const table of [...tables].slice(0, ASKED)) {
    if (!(await ask(table))) return;
    learned();
  }
}

/** Forgets all that was played until now. */
export function empty(): void {
  keep('past', []);
  keep('emptied', Date.now() / 1000);
}
