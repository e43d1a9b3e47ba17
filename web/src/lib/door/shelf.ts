/* The boxes on the shelf: this house's own four, then whatever other games the server has. */

import type { GameDescription } from '../wire.ts';

export const HOUSE_GAMES = ['keys', 'keskife', 'kings_keys', 'skyjo'] as const;
export type HouseGame = (typeof HOUSE_GAMES)[number];

const FELTS: Record<HouseGame, string> = { keys: 'keys', keskife: 'keskife', kings_keys: 'kings', skyjo: 'skyjo' };
const SEATS: Record<HouseGame, [number, number]> = { keys: [2, 5], keskife: [4, 16], kings_keys: [2, 4], skyjo: [2, 8] };

export interface Box {
  game: string;
  own: HouseGame | null;
  felt: string;
  low: number;
  high: number;
  /** The server has this game, and words for it; the others are coming. */
  here: boolean;
}

export const isOwn = (game: string): game is HouseGame => (HOUSE_GAMES as readonly string[]).includes(game);

/** The value of data-game that colours a game's screens. */
export const feltOf = (game: string): string => (isOwn(game) ? FELTS[game] : 'house');

export function shelf(games: GameDescription[]): Box[] {
  const here = (game: string) => games.find((description) => description.game === game && description.languages.length > 0);
  const own = HOUSE_GAMES.map((game): Box => {
    const found = here(game);
    const [low, high] = SEATS[game];
    return {
      game,
      own: game,
      felt: FELTS[game],
      low: found?.seats.low ?? low,
      high: found?.seats.high ?? high,
      here: found !== undefined,
    };
  });
  const guests = games.filter(({ game }) => !isOwn(game));
  return [...own, ...guests.map(({ game, seats }): Box => ({ game, own: null, felt: 'house', ...seats, here: true }))];
}
