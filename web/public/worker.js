/* Keeps the page on the device. The first file is asked of the house each time, so that nobody sees a page that is no more; what
   it names has a digest in its name, and is fetched once. Where the house does not answer, the page that was seen last says so. */

const scope = new URL(registration.scope).pathname;
const KEPT = 'parlour';

addEventListener('install', () => void skipWaiting());

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || !pathname.startsWith(scope)) return;
  const path = pathname.slice(scope.length);
  if (path.startsWith('assets/')) event.respondWith(part(request));
  else if (request.mode === 'navigate' && !/^(api|tab)\//.test(path)) event.respondWith(page(request));
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});

async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok && answer.headers.get('content-type')?.startsWith('text/html')) void keep(answer.clone()).catch(() => {});
    return answer;
  } catch (error) {
    const last = await caches.match(scope);
    if (last) return last;
    throw error;
  }
}

/** A first file that differs is another edition of the page, and the parts of the one before it go. What cannot be kept is asked for again. */
async function keep(answer) {
  const kept = await caches.open(KEPT);
  const before = await (await kept.match(scope))?.text();
  const now = await answer.clone().text();
  if (before === now) return;
  if (before !== undefined) for (const request of await kept.keys()) await kept.delete(request);
  await kept.put(scope, answer);
}

async function part(request) {
  const found = await caches.match(request).catch(() => undefined); // a browser may refuse to keep anything
  if (found) return found;
  const answer = await fetch(request);
  const copy = answer.clone();
  if (answer.ok)
    void caches
      .open(KEPT)
      .then((kept) => kept.put(request, copy))
      .catch(() => {});
  return answer;
}

/** Shows the table a note was about: its page where it is open, or a new one. */
async function show(path) {
  const open = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = open.find((client) => new URL(client.url).pathname === path);
  await (there ? there.focus() : clients.openWindow(path));
}
