/* A match that stands still: it is paused, or all are asked whether a play is taken back. */

import type { Table } from '../wire.ts';

/** Whether nothing is asked of anybody, because the match stands still. */
export const standsStill = ({ status, pause, proposal }: Table): boolean =>
  status === 'playing' && (pause !== null || proposal?.what === 'take_back');
