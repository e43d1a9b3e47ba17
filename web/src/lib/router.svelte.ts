/* History routes without a library: the page has seven. */

import { base, within } from './base.ts';

const at = $state({ path: typeof location === 'undefined' ? '/' : within(location.pathname) });
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

export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', base + path);
  else {
    history.pushState(null, '', base + path);
    steps += 1;
  }
  at.path = within(location.pathname);
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
  const moved = () => (at.path = within(location.pathname));
  const clicked = (event: MouseEvent) => {
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    if (link.target || link.origin !== location.origin || link.hasAttribute('download')) return;
    if (link.getAttribute('href')?.startsWith('#')) {
      event.preventDefault();
      location.replace(link.href); // a chapter is no step: back leads out of the page it is on
      return;
    }
    const path = within(link.pathname);
    if (path.startsWith('/api/')) return;
    event.preventDefault();
    go(path);
  };
  addEventListener('popstate', moved);
  document.addEventListener('click', clicked);
  return () => {
    removeEventListener('popstate', moved);
    document.removeEventListener('click', clicked);
  };
}
