/* Calls a person whose turn it is while they look elsewhere: the tab says so, and, if they asked for it, a bell, the phone
   itself and the system. */

import { addressOf, files } from '../base.ts';
import { settings } from '../settings/settings.svelte.ts';
import { sound } from '../felt/sound.ts';

const SHAKE = [120, 80, 120]; // ms on, off, on

export const mayBuzz = 'vibrate' in navigator && matchMedia('(pointer: coarse)').matches;
export const mayNote = 'Notification' in globalThis && isSecureContext;

/** Asks the browser whether notes may be shown; it asks the person. */
export async function allowed(): Promise<boolean> {
  return mayNote && (await Notification.requestPermission()) === 'granted';
}

async function note(title: string, text: string): Promise<() => void> {
  const options = { body: text, tag: addressOf(location), icon: `${files}/icon-192.png`, data: addressOf(location) };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) {
    await worker.showNotification(title, options); // phones show those of workers alone
    return () => void worker.getNotifications({ tag: options.tag }).then((shown) => shown.forEach((one) => one.close()));
  }
  const shown = new Notification(title, options);
  shown.onclick = () => focus();
  return () => shown.close();
}

/** Calls once, and holds the tab's title and picture until the call is taken back. */
export function call(title: string, text: string): () => void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  const before = { title: document.title, icon: icon?.href ?? '' };
  document.title = title;
  if (icon) icon.href = `${files}/turn.svg`;
  if (settings.bell) sound('bell');
  if (settings.buzz && mayBuzz) navigator.vibrate(SHAKE);
  const noted = settings.note && mayNote && Notification.permission === 'granted' ? note(title, text) : null;
  return () => {
    document.title = before.title;
    if (icon) icon.href = before.icon;
    void noted?.then((close) => close());
  };
}
