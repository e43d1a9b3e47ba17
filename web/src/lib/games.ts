/* The games' folders on the page, found by listing, each loaded when it is needed. */

import type { GamePage } from './game.ts';

const folders = import.meta.glob<{ default: GamePage }>('../games/*/index.ts');

export async function gamePage(game: string): Promise<GamePage | null> {
  const found = folders[`../games/${game}/index.ts`];
  return found ? (await found()).default : null;
}
