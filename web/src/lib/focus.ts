/* Where the focus goes when what held it has left the page. */

import { tick } from 'svelte';

/**
 * After the next drawing, gives the focus to the element of a selector where it was lost to the page itself. A page that
 * nobody has touched yet keeps it: its reader begins at the top.
 */
export async function refocus(selector: string): Promise<void> {
  await tick();
  if (document.activeElement === document.body && navigator.userActivation?.hasBeenActive)
    document.querySelector<HTMLElement>(selector)?.focus();
}
