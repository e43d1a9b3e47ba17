/* Keys of the keyboard that press what is lit at the table, as people know them from chess sites. */

import type { Keys } from '../game.ts';

const TYPED = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]';
const PRESSED = 'button, input, a[href], summary, [role="switch"], [role="radio"]';

const lit = (within: ParentNode, which: string): HTMLElement[] =>
  [...within.querySelectorAll<HTMLElement>(which)].filter(
    (one) => one.checkVisibility() && one.getAttribute('aria-disabled') !== 'true' && !(one as HTMLButtonElement).disabled,
  );

/** Somebody writes something. */
export const typing = ({ target }: KeyboardEvent): boolean => target instanceof Element && target.matches(TYPED);

/** What a key presses at the table: of those that may be pressed now. Null where it means nothing here. */
export function pressedBy(event: KeyboardEvent, table: HTMLElement, keys: Keys | undefined): HTMLElement | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return null;
  if (document.querySelector('dialog[open]')) return null;
  if (typing(event)) return null;
  if (event.key === ' ') return (event.target as Element).closest(PRESSED) ? null : (lit(table, '.btn.go')[0] ?? null);
  const key = event.key.toLowerCase();
  if (key === 'd' && keys?.draw) return lit(table, keys.draw)[0] ?? null;
  if (key === 't' && keys?.take) return lit(table, keys.take)[0] ?? null;
  if (/^[1-9]$/.test(key) && keys) return lit(table, keys.pick)[Number(key) - 1] ?? null;
  return null;
}
