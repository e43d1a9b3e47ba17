/* What a kept table remembers, as one says it in the language that is spoken: days, dates by the table's own clock, names. */

import { settings } from '../settings/settings.svelte.ts';
import type { Evening, Evenings, Kept, Member } from '../wire.ts';
import { t } from '../words.svelte.ts';

const DAY = 86_400;

/** How long ago something was: "12 days ago", "today". */
export function ago(then: number, now: number): string {
  const days = Math.max(0, Math.round((now - then) / DAY));
  const [n, unit] = days < 60 ? ([days, 'day'] as const) : ([Math.floor(days / 30), 'month'] as const);
  return new Intl.RelativeTimeFormat(settings.language, { numeric: 'auto' }).format(-n, unit);
}

/** A date and time by the table's own clock: "Friday, 11 December, at 20:00". */
export const meeting = (at: number, zone: string): string =>
  new Intl.DateTimeFormat(settings.language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
  }).format(new Date(at * 1000));

/** A part of a date such as 2026-11-27, which is the same wherever one reads it. */
export const part = (date: string, how: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(settings.language, { ...how, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));

/** Whoever sat there under this number. */
export const memberOf = (kept: Kept, person: number): Member =>
  kept.members.find((member) => member.person === person) ?? { person, name: '', avatar: 'cog', erased: true };

/** What they are called; one who had themselves erased is somebody. */
export const nameOf = (kept: Kept, person: number): string => memberOf(kept, person).name || t('kept.somebody');

/** How many of which games an evening had, those played most first. */
export function gamesOf(evening: Evening): [game: string, times: number][] {
  const times = new Map<string, number>();
  for (const { game } of evening.matches) times.set(game, (times.get(game) ?? 0) + 1);
  return [...times].toSorted((a, b) => b[1] - a[1]);
}

/** Where the bars of the ratings lie, in per cent of the axis from the lowest end to the highest. */
export function bars(ratings: Evenings['ratings']): { person: number; at: number; low: number; high: number }[] {
  const from = Math.min(...ratings.map(({ low }) => low));
  const to = Math.max(...ratings.map(({ high }) => high));
  const place = (points: number): number => Math.round((100 * (points - from)) / (to - from || 1));
  return ratings.map(({ person, points, low, high }) => ({ person, at: place(points), low: place(low), high: place(high) }));
}

/** The zone of this device. */
export const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

export const zones = (): string[] => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
