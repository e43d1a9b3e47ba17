/* The games' folders on the page, found by listing, each loaded when it is needed; other games may bring a table. */

import { games } from './api.ts';
import { files, tab } from './base.ts';
import type { GamePage } from './game.ts';
import { recall } from './store.ts';

const folders = import.meta.glob<{ default: GamePage }>('../games/*/index.ts');

export async function gamePage(game: string): Promise<GamePage | null> {
  const found = folders[`../games/${(tab && recall<string>('like')) || game}/index.ts`]; // a game on the bench may look like ours
  if (found) return (await found()).default;
  const address = (await games().catch(() => [])).find((one) => one.game === game)?.page;
  return address ? (await import('./felt/guest.ts')).guestPage(tab ? files + address : address) : null;
}
