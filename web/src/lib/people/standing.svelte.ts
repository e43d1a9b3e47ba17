/* How somebody who sits at the table is away: each way looks and reads differently. */

import { createSubscriber } from 'svelte/reactivity';
import type { Person } from '../wire.ts';
import { t } from '../words.svelte.ts';

export interface Standing {
  /** The small drawing at the token. */
  sign: 'away' | 'bot' | 'cup' | 'moon' | null;
  text: string;
}

/** Whoever reads a time is told every second. */
export const everySecond = createSubscriber((update) => {
  const timer = setInterval(update, 1000);
  return () => clearInterval(timer);
});

/** Minutes and seconds until a time of this device's clock, in s since 1970. */
function countdown(until: number): string {
  everySecond();
  const left = Math.max(0, Math.round(until - Date.now() / 1000));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
}

/** Null for whoever is here, and for bots. */
export function standingOf(person: Person): Standing | null {
  if (person.bot !== null) return null;
  if (person.left) return { sign: null, text: t('seat.left') };
  if (person.covered && person.back_at !== null && person.back_at > Date.now() / 1000)
    return { sign: 'cup', text: t('seat.back', { time: countdown(person.back_at) }) };
  if (person.covered) return { sign: 'bot', text: t('seat.covered') };
  if (person.kept_until !== null) return { sign: 'away', text: t('seat.kept', { time: countdown(person.kept_until) }) };
  if (!person.here) return { sign: 'away', text: t('seat.dropped') };
  return person.asleep ? { sign: 'moon', text: t('seat.asleep') } : null;
}
