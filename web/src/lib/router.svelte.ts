/* History routes without a library: the page has seven. */

import { addressOf, base, within } from './base.ts';

const at = $state({ path: typeof location === 'undefined' ? '/' : within(addressOf(location)) });
let steps = 0;

export const route = {
  get path(): string {
    return at.path;
  },
  /** The parts of the path: `/t/maple-17` is `['t', 'maple-17']`. */
  get parts(): string[] {
    return at.path.split('/').filter(Boolean).map(decodeURIComponent);
  },
};

/** What lies over the page, the topmost last, and how to close it. Each is an entry in the history, so back closes it first. */
const over: (() => void)[] = [];
const stepsOver = (): number => (history.state as { over?: number } | null)?.over ?? 0;

/** Something lies over the page now. Returns what is to be called when it is closed, by whatever. */
export function layOver(close: () => void): () => void {
  over.push(close);
  if (stepsOver() < over.length) history.pushState({ over: over.length }, '');
  return () => {
    const at = over.indexOf(close);
    if (at >= 0) over.splice(at, 1);
    setTimeout(settle); // another may be laid over the page, or another page be gone to, by the same press
  };
}

/** No step of the history is left of what was closed without it. */
function settle(): void {
  if (stepsOver() > over.length) history.go(over.length - stepsOver());
}

export function go(path: string, replace = false): void {
  const covered = stepsOver() > 0; // the step of what lies over the page becomes the new page's
  if (replace || covered) history.replaceState(null, '', base + path);
  else history.pushState(null, '', base + path);
  if (!replace) steps += 1;
  at.path = within(addressOf(location));
  scrollTo(0, 0);
}

/** One step back inside the page, or to the shelf when it was opened here. */
export function back(): void {
  if (steps > 0) {
    steps -= 1;
    history.back();
  } else go('/', true);
}

/** Follows the browser's buttons and every plain link of the page. Returns how to stop. */
export function follow(): () => void {
  const moved = () => {
    while (over.length > stepsOver()) over.pop()!();
    settle();
    at.path = within(addressOf(location));
  };
  const clicked = (event: MouseEvent) => {
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    if (link.target || link.origin !== location.origin || link.hasAttribute('download')) return;
    if (link.getAttribute('href')?.startsWith('#')) {
      event.preventDefault();
      const { state } = history as { state: unknown };
      location.replace(link.href); // a chapter is no step: back leads out of the page it is on
      history.replaceState(state, '');
      return;
    }
    const path = within(addressOf(link));
    if (path.startsWith('/api/')) return;
    event.preventDefault();
    go(path);
  };
  addEventListener('popstate', moved);
  settle(); // the page was loaded anew with something over it
  document.addEventListener('click', clicked);
  return () => {
    removeEventListener('popstate', moved);
    document.removeEventListener('click', clicked);
  };
}
