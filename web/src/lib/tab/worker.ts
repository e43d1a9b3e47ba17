/* The worker in which the room of this browser is. */

import type { ToWorker } from './messages.ts';

export const worker = new Worker(new URL('../../tab/worker.ts', import.meta.url), { type: 'module', name: 'tables' });

export const say = (message: ToWorker): void => worker.postMessage(message);

/** Lights the room here, where it is lit in another tab of this browser: it goes out there. */
export const lightHere = (): void => say({ kind: 'take' });
