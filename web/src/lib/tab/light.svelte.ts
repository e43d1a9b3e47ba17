/* How far the room in this browser is lit: what has come of it, and whether it works without a line. */

export type Lit = 'coming' | 'waiting' | 'lighting' | 'lit' | 'elsewhere' | 'failed';

export const light = $state({
  state: 'coming' as Lit,
  /** Bytes that have come, of all that have to; as they are on the way. */
  came: 0,
  of: 0,
  /** All of it is on this device: no line is needed any more. */
  kept: false,
});
