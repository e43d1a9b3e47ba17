/* Links to files of the protocol: at a house the browser fetches them, here the room is asked and the browser is handed the file. */

import { ask } from '../api.ts';
import { addressOf, within } from '../base.ts';

async function save(path: string, name: string): Promise<void> {
  const file = URL.createObjectURL(await (await ask(path)).blob());
  const link = Object.assign(document.createElement('a'), { href: file, download: name });
  link.click();
  // The browser reads it after this; how long that takes, nobody says.
  setTimeout(() => URL.revokeObjectURL(file), 60_000);
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
      void save(path, link.download);
    },
    true,
  );
}
