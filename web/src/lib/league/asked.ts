/* What a page asks of the house about a league. */

import { json, part } from '../api.ts';
import { device } from '../store.ts';
import type { Chair, League, LeagueKey, PlayerKey } from '../wire.ts';

const leagues = (league: string, what = '') => `/api/leagues/${part(league)}${what}`;
export const openLeague = (body: { name: string; game: string; system: League['system']; size: number; rounds: number }) =>
  json<LeagueKey>('/api/leagues', body);
export const leagueOf = (league: string) => json<League>(leagues(league));
export const enterLeague = (league: string, body: { name: string; avatar: string; side?: number }) =>
  json<PlayerKey>(leagues(league, '/players'), { ...body, device: device() });
export const drawRound = (league: string, token: string) => json<League>(leagues(league, '/rounds'), { token });
export const pausePlayer = (league: string, token: string, player: number, paused: boolean) =>
  json<League>(leagues(league, '/pause'), { token, player, paused });
export const sitInLeague = (league: string, player: number, token: string) =>
  json<Chair>(leagues(league, '/seat'), { player, token });
