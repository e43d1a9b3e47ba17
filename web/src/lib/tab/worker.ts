/* The worker in which the room of this browser is; on the bench's table, that in which the game is written. */

import { outside } from '../bench/frame.ts';
import type { FromWorker, ToWorker } from './messages.ts';

type Hear = (message: FromWorker) => void;

/** Begins to hear what the room says, and gives what says things to it; `failed` where there can be none. */
export function reach(hear: Hear, failed: (why: string) => void): void {
  const around = outside();
  if (around) {
    const { say: told, leave } = around.enter(hear);
    speak = told;
    addEventListener('pagehide', leave);
    return;
  }
  const worker = new Worker(new URL('../../tab/worker.ts', import.meta.url), { type: 'module', name: 'tables' });
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => hear(data);
  worker.onerror = (event) => failed(event.message);
  speak = (message) => worker.postMessage(message);
  // A browser may keep a page that was left, to be gone back to, and its worker would keep the room from the page after it.
  addEventListener('pagehide', () => worker.terminate());
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
}

let speak: (message: ToWorker) => void = () => {};

export const say = (message: ToWorker): void => speak(message);

/** Lights the room here, where it is lit in another tab of this browser: it goes out there. */
export const lightHere = (): void => say({ kind: 'take' });
