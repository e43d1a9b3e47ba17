/* "You missed this on Friday": the costliest decisions of one's own finished matches, as the advisor found them. */

import { adviceOf, Refused, replayOf } from '../api.ts';
import { costly, type Decision } from '../advice/report.ts';
import { past, remember, seatOf, type Past } from '../past/past.ts';
import { ReplayRoom } from '../past/replay.svelte.ts';
import { triedAt } from './kept.ts';
import type { Choice, Task } from './task.ts';

/** So many matches are asked for, the newest. */
const ASKED = 12;

export interface Missed {
  match: Past;
  decision: Decision;
}

/** Its name among what this device has tried. */
export const nameOf = ({ match: { table, match }, decision }: Missed): string => `${table}.${match}.${decision.frame}`;

/** What was missed at a match, the costliest first; nothing where the advisor was not asked, or the table is gone. */
async function missedAt(match: Past): Promise<Missed[]> {
  try {
    const { report } = await adviceOf(match.table, match.match, false);
    return report ? costly(report, seatOf(match, match.person)).map((decision) => ({ match, decision })) : [];
  } catch (error) {
    if (error instanceof Refused) return [];
    throw error;
  }
}

/** One that was not tried: of the newest match that has one, or of a certain one. */
export async function findMissed(at: { table: string; match: number; frame: number } | null): Promise<Missed | null> {
  const mine = (): Past[] =>
    past().filter((one) => !one.gone && !one.other && (!at || (one.table === at.table && one.match === at.match)));
  if (at && !mine().length) await remember(at.table); // this device was not there when the match came to its end
  for (const match of mine().slice(0, ASKED)) {
    const found = (await missedAt(match)).find((one) => (at ? one.decision.frame === at.frame : !triedAt('own', nameOf(one))));
    if (found) return found;
  }
  return null;
}

/** It, as it lay there then. */
export async function taskOf({ match, decision }: Missed, language: string): Promise<Task> {
  const replay = await replayOf(match.table, match.match, `${seatOf(match, match.person)}`, language);
  const room = new ReplayRoom(replay);
  room.jump(decision.frame);
  const same = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b);
  const order = decision.choices.toSorted((a, b) => JSON.stringify(a.action).localeCompare(JSON.stringify(b.action)));
  return {
    ...{ game: replay.game, version: replay.version, options: replay.options, people: replay.people },
    ...{ view: room.view, events: room.story, texts: room.texts },
    choices: order.map((one): Choice => ({ ...one, because: same(one.action, decision.best) ? decision.because : [] })),
    best: order.findIndex(({ action }) => same(action, decision.best)),
    of: null,
  };
}
