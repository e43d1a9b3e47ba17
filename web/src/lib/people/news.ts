/* Who came, went and was covered, from one state of the table to the next. */

import type { Person, Table } from '../wire.ts';
import { t } from '../words.svelte.ts';

/** Somebody came, went or was covered: said between two events of the story. */
export interface News {
  /** How many events had been told. */
  after: number;
  text: string;
}

/** What was said between events of which no more than so many are told now: something was taken back. */
export const newsWithin = (news: News[], told: number): News[] =>
  news.map((one) => ({ ...one, after: Math.min(one.after, told) }));

/**
 * A sentence for each, as the person of this number reads it; `time` is by the server's clock, and `met` are the people who
 * were here before.
 */
export function newsOf(last: Table | null, next: Table, me: number | null, time: number, met: ReadonlySet<number>): string[] {
  if (next.status !== 'playing') return [];
  return [...stillness(last, next, me), ...cameAndWent(last, next, me, time, met)];
}

/** The match stands still, goes on, or went back. */
function stillness(last: Table | null, next: Table, me: number | null): string[] {
  if (!last || last.match !== next.match) return [];
  const says = (key: 'news.paused' | 'news.took_back', person: number): string =>
    person === me ? t(`${key}.you`) : t(key, { name: next.people.find((one) => one.person === person)?.name ?? '' });
  const said = next.took_back.slice(last.took_back.length).map((person) => says('news.took_back', person));
  if (next.pause && !last.pause) said.push(says('news.paused', next.pause.by));
  if (last.pause && !next.pause) said.push(t('news.resumed'));
  return said;
}

function cameAndWent(last: Table | null, next: Table, me: number | null, time: number, met: ReadonlySet<number>): string[] {
  return next.people.flatMap((now) => {
    const was = last?.people.find((one) => one.person === now.person);
    const text = now.bot !== null ? replaced(was, now) : was ? said(was, now, now.person === me, time, met) : late(last, now);
    return text ? [text] : [];
  });
}

/** A bot that another package brought has failed, and the usual one plays on. */
const replaced = (was: Person | undefined, now: Person): string =>
  was && was.bot !== null && was.bot !== now.bot ? t('news.bot', { name: now.name, kind: was.bot }) : '';

/** Who has come during the match, and in whose place. */
function late(last: Table | null, now: Person): string {
  const bot = last?.people.find((one) => one.bot !== null && one.seat === now.seat);
  return bot && last?.status === 'playing' ? t('news.late', { name: now.name, bot: bot.name }) : '';
}

function said(was: Person, now: Person, you: boolean, time: number, met: ReadonlySet<number>): string {
  const name = now.name;
  if (now.left && !was.left) return t('news.left', { name });
  if (now.cover === 'own' && was.cover !== 'own' && !you)
    return now.back_at === null
      ? t('news.away', { name })
      : t('news.away.until', { name, n: Math.max(1, Math.round((now.back_at - time) / 60)) });
  if (now.covered && !was.covered) return you ? t('news.covered.you') : t('news.covered', { name });
  if (!now.covered && was.covered && was.here) return you ? t('news.again.you') : t('news.again', { name });
  if (!now.here && was.here && !you) return t('news.dropped', { name });
  // whoever comes for the first time is not back: they were told as coming, if at all
  if (now.here && !was.here && met.has(now.person)) return you ? t('news.back.you') : t('news.back', { name });
  return '';
}
