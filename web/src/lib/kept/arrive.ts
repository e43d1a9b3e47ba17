/* What is done at a kept table by the press that led there: it is opened again, or somebody says whether they come. */

import { base } from '../base.ts';
import { go, route } from '../router.svelte.ts';
import { keep, keptTables } from '../store.ts';
import type { TableRoom } from '../table/room.svelte.ts';

/** It stands on this device's shelf from now on. */
function noteKept(table: string, person: number): void {
  if (keptTables().some((one) => one.table === table && one.person === person)) return;
  keep('kept', [{ table, person }, ...keptTables().filter((one) => one.table !== table)]);
}

/** `open`, with the game that is owed where one is; `come` or `stay`, and then back to the evenings. */
export async function arrive(room: TableRoom, deed = ''): Promise<void> {
  if (!room.table.kept) return;
  if (room.me) noteKept(room.word, room.me.person);
  if (!deed) return;
  if (deed !== 'open') {
    await room.ask({ type: 'coming', yes: deed === 'come' });
    go(`/t/${room.word}/evenings`, true);
    return;
  }
  const owed = route.parts[3];
  history.replaceState(history.state, '', `${base}/t/${room.word}`);
  const refused = await room.ask({ type: 'reopen' });
  if (!refused && owed && room.host && room.table.game !== owed) await room.ask({ type: 'game', game: owed });
}
