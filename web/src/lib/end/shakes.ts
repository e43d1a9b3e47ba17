/* What this page has added to the sealed secrets of its matches, so that it can look for it when they are opened. */

import { keep, recall } from '../store.ts';

/** So many seals are remembered; the oldest is forgotten first. */
const REMEMBERED = 60;

type Shakes = [seal: string, part: string][];

/** What this page added to the secret of a seal it saw before the match. */
export function partOf(seal: string): string | null {
  return (recall<Shakes>('shakes') ?? []).find(([known]) => known === seal)?.[1] ?? null;
}

/** 32 random bytes in hex for this seal: always the same, however often the page is loaded. */
export function shake(seal: string): string {
  const known = partOf(seal);
  if (known) return known;
  const part = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  keep('shakes', [...(recall<Shakes>('shakes') ?? []), [seal, part]].slice(-REMEMBERED));
  return part;
}
