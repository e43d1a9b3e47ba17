/* Links to files of the protocol: at a house the browser fetches them, here the room is asked and the browser is handed the file. */

import { mount, unmount } from 'svelte';
import { ask, Refused } from '../api.ts';
import { addressOf, within } from '../base.ts';
import { refusal } from '../words.svelte.ts';
import NotSaved from './NotSaved.svelte';

/** What was said beside the link that was pressed last, if its file did not come. */
let said: object | null = null;

function hush(): void {
  if (said) void unmount(said);
  said = null;
}

async function save(path: string, name: string): Promise<void> {
  const file = URL.createObjectURL(await (await ask(path)).blob());
  const link = Object.assign(document.createElement('a'), { href: file, download: name });
  link.click();
  // The browser reads it after this; how long that takes, nobody says.
  setTimeout(() => URL.revokeObjectURL(file), 60_000);
}

/** Beside the link: a sheet that holds it would lie over a note of the page. */
function regret(link: HTMLAnchorElement, error: unknown): void {
  const problem = error instanceof Refused ? error : { code: 'away', message: '' };
  hush();
  if (link.isConnected)
    said = mount(NotSaved, { target: link.parentElement!, anchor: link.nextSibling!, props: { why: refusal(problem) } });
}

/** From now on such a link saves what the room answers. */
export function handOut(): void {
  addEventListener(
    'click',
    (event) => {
      const link = (event.target as Element | null)?.closest?.<HTMLAnchorElement>('a[download]');
      if (!link || link.origin !== location.origin) return;
      const path = within(addressOf(link));
      if (!path.startsWith('/api/')) return;
      event.preventDefault();
      hush();
      void save(path, link.download).catch((error: unknown) => regret(link, error));
    },
    true,
  );
}
