/* Where the focus goes when what held it has left the page. */

import { tick } from 'svelte';

/**
 * After the next drawing, gives the focus to the element of a selector where it was lost to the page itself. A page that
 * nobody has touched yet keeps it: its reader begins at the top. The table of a bench takes it from nobody who writes.
 */
export async function refocus(selector: string): Promise<void> {
  await tick();
  const here = window === window.parent || document.hasFocus();
  if (here && document.activeElement === document.body && navigator.userActivation?.hasBeenActive)
    document.querySelector<HTMLElement>(selector)?.focus();
}
