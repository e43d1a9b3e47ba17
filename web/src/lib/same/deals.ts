/* Deals that are played again: how they are named, what the house tells of one, and which of them this device has played. */

import { base } from '../base.ts';
import { json } from '../api.ts';
import { keep, recall } from '../store.ts';
import type { DealOffered } from '../wire.ts';

interface Played {
  table: string;
  match: number;
}
/** So many are remembered, the newest. */
const MOST = 300;

const played = (): Record<string, Played> => recall<Record<string, Played>>('deals') ?? {};

/** Where this device played a deal to its end the first time: that one counts. */
export const playedAt = (deal: string): Played | null => played()[deal] ?? null;

export function keepPlayed(deal: string, at: Played): void {
  const all = Object.entries({ [deal]: at, ...played() });
  keep('deals', Object.fromEntries(all.slice(-MOST)));
}

const path = (deal: string): string => deal.split('/').map(encodeURIComponent).join('/');
export const pageOf = (deal: string): string => `/deal/${path(deal)}`;
export const linkOf = (deal: string): string => `${location.origin}${base}${pageOf(deal)}`;
export const layOf = (game: string, deal: string): string => `/new/${encodeURIComponent(game)}/deal/${path(deal)}`;

export function offeredOf(deal: string): Promise<DealOffered> {
  const mine = playedAt(deal);
  const query = mine ? `?table=${encodeURIComponent(mine.table)}&match=${mine.match}` : '';
  return json<DealOffered>(`/api/deals/${path(deal)}${query}`);
}

/** The deal of a day, by the clock that all houses share. */
export const dayDeal = (game: string, at = new Date()): string => `${at.toISOString().slice(0, 10)}/${game}`;
export const isDay = (deal: string): boolean => /^\d{4}-\d\d-\d\d\//.test(deal);
