/* The HTTP part of the protocol. */

import type { Advice } from './advice/report.ts';
import { base } from './base.ts';
import * as carrier from './carrier.ts';
import { device } from './store.ts';
import type {
  Chair,
  Draws,
  GameDescription,
  Letters,
  Options,
  Per,
  Problem,
  Replay,
  ScreenCode,
  ScreenFound,
  Study,
  Style,
  Summary,
} from './wire.ts';

/** A refusal by the server, or `away` when nobody answers. */
export class Refused extends Error {
  readonly code: string;
  readonly field: string | undefined;
  readonly reason: string | undefined;

  constructor(problem: Problem) {
    super(problem.message);
    this.code = problem.code;
    this.field = problem.field;
    this.reason = problem.reason;
  }
}

export async function ask(path: string, body?: unknown): Promise<Response> {
  let answer: Response;
  try {
    answer = await carrier.ask(
      path,
      body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    );
  } catch {
    throw new Refused({ code: 'away', message: 'nobody answers' });
  }
  if (answer.ok) return answer;
  const problem = (await answer.json().catch(() => null)) as Problem | null;
  throw new Refused(
    problem?.code ? problem : { code: answer.status >= 500 ? 'away' : 'bad_message', message: answer.statusText },
  );
}

export const json = async <T>(path: string, body?: unknown): Promise<T> => (await (await ask(path, body)).json()) as T;
export const part = encodeURIComponent;

let known: Promise<GameDescription[]> | null = null;

/** The games this house has; asked once, and again where that is wanted. */
export function games(anew = false): Promise<GameDescription[]> {
  if (anew) known = null;
  known ??= json<GameDescription[]>('/api/games').catch((error: unknown) => {
    known = null;
    throw error;
  });
  return known;
}

export const open = (body: {
  game: string;
  options: Options;
  name: string;
  avatar: string;
  clock: number;
  per: Per;
  again?: { table: string; match: number };
  deal?: string;
}) => json<Chair>('/api/tables', body);
export const join = (table: string, body: { name: string; avatar: string; instead_of?: number }) =>
  json<Chair>(`/api/tables/${part(table)}/people`, { ...body, device: device() });
export const glance = (table: string) => json<Summary>(`/api/tables/${part(table)}`);
export const config = () =>
  json<{ version: string; lan: string[]; ice: RTCIceServer[]; secure: boolean; lab: boolean; advice: boolean; along: boolean }>(
    '/api/config',
  );
export const gameWords = (game: string, language: string) =>
  json<Record<string, unknown>>(`/api/games/${part(game)}/words/${part(language)}`);
export const rulebook = async (game: string, language: string) =>
  (await ask(`/api/games/${part(game)}/rulebook/${part(language)}`)).text();
/** How far the study of these rules is; with `begin` it is begun where nobody did before. */
export const studyOf = (game: string, players: number, options: Options, begin: boolean) =>
  json<Study>(`/api/games/${part(game)}/study`, { players, options, begin });
export const drawsOf = (table: string, match: number) => json<Draws>(`/api/tables/${part(table)}/matches/${match}/draws`);
/** A finished match; `instead`: up to this step, and on from there as the advisor would have gone on. */
export const replayOf = (table: string, match: number, look: string, language: string, instead?: number) =>
  json<Replay>(
    `/api/tables/${part(table)}/matches/${match}/replay?look=${part(look)}&language=${part(language)}` +
      (instead === undefined ? '' : `&instead=${instead}`),
  );
export const adviceOf = (table: string, match: number, begin: boolean) =>
  json<Advice>(`/api/tables/${part(table)}/matches/${match}/advice`, begin ? {} : undefined);
export const styleOf = (table: string, match: number) => json<Style>(`/api/tables/${part(table)}/matches/${match}/style`);
export const replayed = (log: unknown, look: string, language: string) => json<Replay>('/api/replay', { log, look, language });
/** The letters of a table, good as long as its lobby stands, or for some minutes; `anew`: others than it had. */
export const codeFor = (table: string, anew = false) =>
  json<ScreenCode>(`/api/tables/${part(table)}/screen${anew ? '?anew=true' : ''}`, {});
/** How many letters the longest have that open a table now. */
export const lettersOut = () => json<Letters>('/api/screens');
export const screenOf = (code: string) => json<ScreenFound>(`/api/screens/${part(code)}`);
export const codeOf = (table: string) => `${base}/api/tables/${part(table)}/qr.svg`;
