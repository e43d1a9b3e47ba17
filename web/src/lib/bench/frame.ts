/* How the page of the bench's table, which is a frame of the bench's page, reaches the worker in which that table is. */

import type { FromWorker, ToWorker } from '../tab/messages.ts';

/** How a frame's page speaks from then on, and what it does when it goes: where it was nothing can be made any more. */
export interface Entered {
  say: (message: ToWorker) => void;
  leave: () => void;
}

/** What the bench's page lays out for the frame. */
export interface Outside {
  /** The frame's page is there, and hears by this until it leaves. */
  enter(hear: (message: FromWorker) => void): Entered;
}

/** The frame is called so: its page keeps what it keeps apart from the room's. */
export const FRAME = 'parlour.bench.';

type Laid = Window & { parlourBench?: Outside };

export const layOutside = (outside: Outside | undefined): void => {
  const here = window as Laid;
  if (outside) here.parlourBench = outside;
  else delete here.parlourBench;
};

/** The bench around this page; null where it is no frame of one. */
export function outside(): Outside | null {
  if (window.name !== FRAME || window === window.parent) return null;
  try {
    return (window.parent as Laid).parlourBench ?? null;
  } catch {
    return null; // the frame of another site
  }
}
