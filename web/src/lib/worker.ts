/* The worker that keeps the page on the device (public/worker.js): the second opening asks only for the page's first file. */

import { base, tab } from './base.ts';

/** Installs it once the page stands, so that nothing waits for it. A browser that has none, or plain http, goes on without. */
export function keepHere(): void {
  if (tab || !import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const install = () => void navigator.serviceWorker.register(`${base}/worker.js`, { scope: `${base}/` }).catch(() => {});
  if (document.readyState === 'complete') install();
  else addEventListener('load', install, { once: true });
}
