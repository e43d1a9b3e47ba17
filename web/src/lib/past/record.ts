/* What a file holds that somebody kept as the record of a match. */

import type { Key } from '../words.svelte.ts';

/** How every format of records is called, before its number. */
const FORMAT = 'parlour-log-';

/** The record in this text, or the key of what the text is instead. */
export function kept(text: string): { log: object } | { trouble: Key } {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return { trouble: 'replay.no_data' };
  }
  const named = typeof found === 'object' && found !== null && 'format' in found && `${found.format}`.startsWith(FORMAT);
  return named ? { log: found as object } : { trouble: 'replay.no_record' };
}
