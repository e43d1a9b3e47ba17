/* What is done at a kept table by the press that led there: it is opened again, or somebody says whether they come. */

import { base } from '../base.ts';
import { go } from '../router.svelte.ts';
import type { TableRoom } from '../table/room.svelte.ts';

/** `open`, with the game that is owed where one is; `come` or `stay`, and then back to the evenings. */
export async function arrive(room: TableRoom, deed: string, owed = ''): Promise<void> {
  if (deed !== 'open') {
    await room.ask({ type: 'coming', yes: deed === 'come' });
    go(`/t/${room.word}/evenings`, true);
    return;
  }
  history.replaceState(history.state, '', `${base}/t/${room.word}`);
  const refused = await room.ask({ type: 'reopen' });
  if (!refused && owed && room.host && room.table.game !== owed) await room.ask({ type: 'game', game: owed });
}
