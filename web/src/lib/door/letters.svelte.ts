/* The letters that open a table's door: how many there are. */

import { lettersOut } from '../api.ts';

/** So many there are at least, and at most. */
export const FEW = 4;
export const MANY = 8;

export class Letters {
  /** With so many a door opens by itself; 0 before that is known. */
  enough = $state(0);

  look(): void {
    if (!this.enough)
      void lettersOut().then(
        ({ letters }) => (this.enough = letters),
        () => undefined,
      );
  }
}
