/* A game that comes to the bench: laid out new or as a copy of one of ours, or brought in a package. */

import { rulebook } from '../api.ts';
import { settings } from '../settings/settings.svelte.ts';
import { Ended, Runner } from './runner.ts';
import type { Draft } from './kept.ts';

/** What there is of a game before its table is laid. */
export type Fresh = Pick<Draft, 'name' | 'files' | 'like'>;

/** As it is kept from then on. */
export const freshDraft = (fresh: Fresh): Draft => ({ ...fresh, changed: Date.now(), players: 0, options: {}, seed: 1 });

/** What every game speaks, as drafts.py has it. */
const SPOKEN = ['en', 'fr'];

/** A worker that did something here, and has nothing on it. */
let idle: Runner | null = null;

/** That worker, for a bench to go on with; null where there is none. */
export function takeIdle(): Runner | null {
  const runner = idle;
  idle = null;
  return runner;
}

async function ask<T>(what: string, given: unknown): Promise<T> {
  const runner = (idle ??= new Runner());
  runner.ended = () => (idle = null);
  try {
    return await runner.ask<T>(what, given);
  } catch (error) {
    if (error instanceof Ended) idle = null;
    throw error;
  }
}

/** A new game, from the small model or as a copy of `like`, whose rulebooks lie beside the page and come from there. */
export async function laidOut(name: string, like: string): Promise<Fresh> {
  if (!like) return { name, files: await ask('lay_out', { name, language: settings.language }) };
  const files = await ask<Record<string, string>>('lay_out', { name, like, language: settings.language });
  const books = [...new Set([...SPOKEN, settings.language])].map(async (language) => {
    const text = await rulebook(like, language).catch(() => '');
    if (text) files[`parlour_${name}/rulebook.${language}.md`] = text;
  });
  await Promise.all(books);
  return { name, files, like };
}

/** The game in a package that was brought. */
export function brought(bytes: Uint8Array): Promise<Fresh> {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return ask('unpack', { archive: btoa(text) });
}
