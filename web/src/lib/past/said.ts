/* When a match was played, for how long, and what its scores come to, as one says it in the language that is spoken. */

import { settings } from '../settings/settings.svelte.ts';
import { t } from '../words.svelte.ts';

const DAY = 86_400_000;
const said = (at: Date, how: Intl.DateTimeFormatOptions): string => new Intl.DateTimeFormat(settings.language, how).format(at);
/** Whole, or with one decimal where it is small. */
export const rounded = (mean: number): string =>
  new Intl.NumberFormat(settings.language, { maximumFractionDigits: Math.abs(mean) < 10 ? 1 : 0 })
    .format(mean)
    .replace('-', '\u2212');
const unit = (n: number, name: 'hour' | 'minute'): string =>
  new Intl.NumberFormat(settings.language, { style: 'unit', unit: name, unitDisplay: 'long' }).format(n);

/** A day: with its year where that is another one. */
export function day(seconds: number, now = new Date(), month: 'long' | 'short' = 'long'): string {
  const at = new Date(seconds * 1000);
  return said(at, { day: 'numeric', month, ...(at.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' }) });
}

/** The time of today, the day of this week, or the date. */
export function when(seconds: number, now = new Date()): string {
  const at = new Date(seconds * 1000);
  if (at.toDateString() === now.toDateString())
    return t('past.today', { time: said(at, { hour: 'numeric', minute: '2-digit' }) });
  return now.getTime() - at.getTime() < 6 * DAY
    ? said(at, { weekday: 'long', hour: 'numeric', minute: '2-digit' })
    : day(seconds, now);
}

/** Minutes, or from two hours on hours. */
export function length(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  return minutes < 120 ? unit(minutes, 'minute') : unit(Math.round(minutes / 60), 'hour');
}
