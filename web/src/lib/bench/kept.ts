/* The games on the benches of this browser: their files in IndexedDB, sent nowhere. */

import { files } from '../base.ts';
import type { Options } from '../wire.ts';

export interface Draft {
  name: string;
  files: Record<string, string>;
  /** The game of ours that it began as a copy of. */
  like?: string;
  changed: number;
  /** How its table is laid. */
  players: number;
  options: Options;
  seed: number;
}

const DRAFTS = 'drafts';

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('nothing is kept here'));
  });

let opened: Promise<IDBDatabase> | null = null;

function base(): Promise<IDBDatabase> {
  if (!opened) {
    const asked = indexedDB.open(`bench ${files}/`, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(DRAFTS, { keyPath: 'name' });
    opened = done(asked);
  }
  return opened;
}

const store = async (mode: IDBTransactionMode): Promise<IDBObjectStore> =>
  (await base()).transaction(DRAFTS, mode, { durability: 'strict' }).objectStore(DRAFTS);

/** All of them, the one changed last first. */
export async function drafts(): Promise<Draft[]> {
  const all = (await done((await store('readonly')).getAll())) as Draft[];
  return all.toSorted((one, other) => other.changed - one.changed);
}

export const draft = async (name: string): Promise<Draft | undefined> =>
  (await done((await store('readonly')).get(name))) as Draft | undefined;

export async function keepDraft(one: Draft): Promise<void> {
  await done((await store('readwrite')).put(one));
}

export async function dropDraft(name: string): Promise<void> {
  await done((await store('readwrite')).delete(name));
}
