/* The size of the room in a tab, as it is said: rounded up, for nobody minds less. */

import { tab } from '../base.ts';

/** So many megabytes are a share (0 to 1) of the whole. */
export const megabytes = (share: number): number => Math.ceil((share * (tab?.bytes ?? 0)) / 1e6);
