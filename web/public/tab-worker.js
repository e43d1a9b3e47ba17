/* Keeps the room in a tab on the device, all of it, before it says so; `parlour tab` writes it out as worker.js with its list.
   Editions lie in places of their own, and a new one is used when nobody has the old one open any more: they never mix. */

const { edition, files } = 'EDITION';
const scope = new URL(registration.scope).pathname;
const KEPT = `parlour-tab ${scope} ${edition}`;

addEventListener('install', (event) => event.waitUntil(keep()));

addEventListener('activate', (event) => event.waitUntil(begin()));

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || !pathname.startsWith(scope)) return;
  const path = decodeURI(pathname.slice(scope.length));
  const name = request.mode === 'navigate' && !(path in files) ? 'index.html' : path;
  if (name in files) event.respondWith(part(name, request));
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});

/** Everything is there, and is what it should be, or nothing of this edition is used. */
async function keep() {
  const kept = await caches.open(KEPT);
  for (const [name, digest] of Object.entries(files)) {
    const address = scope + name;
    if (await whole(await kept.match(address), digest)) continue;
    const answer = (await fetched(address, digest, 'no-cache')) ?? (await fetched(address, digest, 'reload'));
    if (!answer) throw new Error(`${address} is of another edition`);
    await kept.put(address, answer);
  }
}

/** A file, if it is what it should be. A host that goes by dates takes a file for unchanged that is older than the one before. */
async function fetched(address, digest, cache) {
  const answer = await fetch(address, { cache });
  return answer.ok && (await whole(answer.clone(), digest)) ? answer : null;
}

async function whole(answer, digest) {
  if (!answer) return false;
  const found = new Uint8Array(await crypto.subtle.digest('SHA-256', await answer.arrayBuffer()));
  return btoa(String.fromCharCode(...found)) === digest;
}

/** The editions before this one go. A page that came first, and brought this one, is its own from now on. */
async function begin() {
  const before = (await caches.keys()).filter((name) => name.startsWith(`parlour-tab ${scope} `) && name !== KEPT);
  await Promise.all(before.map((name) => caches.delete(name)));
  if (!before.length) await clients.claim();
}

async function part(name, request) {
  const kept = await caches.open(KEPT);
  return (await kept.match(scope + name)) ?? fetch(request);
}

/** Shows the table a note was about: its page where it is open, or a new one. */
async function show(path) {
  const open = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = open.find((client) => new URL(client.url).pathname + new URL(client.url).search === path);
  await (there ? there.focus() : clients.openWindow(path));
}
