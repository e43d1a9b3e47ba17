/* How the end of a match is said: who won, and with what. */

import type { GamePage } from '../game.ts';
import type { TableRoom } from '../table/room.svelte.ts';
import { figure, list, t } from '../words.svelte.ts';

/** The seats that share the first place. */
export const winnersOf = (room: TableRoom): number[] =>
  (room.view.ranks ?? []).flatMap((rank, seat) => (rank === 1 ? [seat] : []));

export function titleOf(room: TableRoom, page: GamePage | null): string {
  const winners = winnersOf(room);
  if (!winners.length) return t('score.nobody');
  const rest = winners.filter((seat) => seat !== room.seat);
  const name = list(rest.map((seat) => room.name(seat)));
  const score = figure(room.view.scores[winners[0]!]!);
  const scored = page?.scored !== false;
  if (winners.length > 1 && rest.length < winners.length)
    return t(scored ? 'score.you_share' : 'score.you_share.plain', { name, score });
  if (winners.length > 1) return t(scored ? 'score.shared' : 'score.shared.plain', { name, score });
  if (winners[0] === room.seat) return t(scored ? 'score.you_win' : 'score.you_win.plain', { score });
  return t(scored ? 'score.wins' : 'score.wins.plain', { name, score });
}

/** Who won how often this evening, most first. */
export const tallyOf = (room: TableRoom) =>
  room.people
    .map((person) => ({ person, won: room.table.evening.filter(({ won }) => won.includes(person.person)).length }))
    .toSorted((a, b) => b.won - a.won);
