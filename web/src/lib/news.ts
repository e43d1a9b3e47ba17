/* Who came, went and was covered, from one state of the table to the next. */

import type { Person, Table } from './wire.ts';
import { t } from './words.svelte.ts';

/** Somebody came, went or was covered: said between two events of the story. */
export interface News {
  /** How many events had been told. */
  after: number;
  text: string;
}

/** A sentence for each, as the person of this number reads it. */
export function newsOf(last: Table | null, next: Table, me: number | null): string[] {
  if (next.status !== 'playing') return [];
  return next.people.flatMap((now) => {
    const was = last?.people.find((one) => one.person === now.person);
    const text = was && now.bot === null ? said(was, now, now.person === me) : '';
    return text ? [text] : [];
  });
}

function said(was: Person, now: Person, you: boolean): string {
  const name = now.name;
  if (now.left && !was.left) return t('news.left', { name });
  if (now.covered && !was.covered) return you ? t('news.covered.you') : t('news.covered', { name });
  if (!now.here && was.here && !you) return t('news.dropped', { name });
  if (now.here && !was.here) return you ? t('news.back.you') : t('news.back', { name });
  return '';
}
