/**
 * Lets the portal open without a connection, and shows notifications (N4). The build fills in the files of the frame,
 * the sign-in page and the pages with amounts (scripts/service-worker.ts).
 *
 * It stores files of the portal only, never an answer of the API: the page keeps the last figures and removes them with
 * the session (src/api/offline-copy.ts). A page comes from the server whenever the server answers in time, so a new
 * release shows at once, and a new version of this file can replace the old one at once.
 */
const CACHE = 'portal-__VERSION__';
/** Paths of the pages with stored files. */
const PAGES = __PAGES__;
const FILES = __FILES__;
/** Files that another language than English needs, stored when they are first used. */
const LANGUAGES = __LANGUAGES__;
const FRAME = '/app.html';
/** Milliseconds after which a stored page opens without the server's answer. */
const NETWORK_TIMEOUT_MS = 10_000;

self.addEventListener('install', (event) => {
  event.waitUntil(store());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(replaceOlder());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (!/^\/(admin|api|dev)(\/|$)/.test(pathname))
      event.respondWith(answered(request, pathname).catch(() => withoutConnection(pathname)));
  } else if (FILES.includes(pathname)) {
    event.respondWith(storedIfAllowed(pathname).then((found) => found ?? fetch(request)));
  } else if (LANGUAGES.includes(pathname)) {
    event.respondWith(storedIfAllowed(pathname).then((found) => found ?? fetchAndStore(event)));
  }
});

self.addEventListener('push', (event) => {
  const { id, title, body, url } = event.data.json();
  const options = { body, tag: id, data: url, icon: '/icon-192.png' };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

async function store() {
  const cache = await caches.open(CACHE);
  // The frame names the files of its release; a copy in the browser's cache may be of the release before.
  await cache.addAll(FILES.map((file) => (file === FRAME ? new Request(file, { cache: 'reload' }) : file)));
  await self.skipWaiting();
}

async function replaceOlder() {
  const older = (await caches.keys()).filter((name) => name.startsWith('portal-') && name !== CACHE);
  await Promise.all(older.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** Shows the address in an open window of the portal, else in a new one. The dashboard's windows stay as they are. */
async function open(url) {
  const windows = await self.clients.matchAll({ type: 'window' });
  const portal = windows.find((client) => !/^\/admin(\/|$)/.test(new URL(client.url).pathname));
  if (!portal) return self.clients.openWindow(url);
  await portal.focus();
  return portal.navigate(url);
}

/**
 * The server's answer. Fails for a stored page when the connection hangs or a proxy finds no server (as in
 * src/api/offline-copy.ts); any other page waits like the browser.
 */
function answered(request, pathname) {
  const answer = fetch(request);
  if (!PAGES.includes(pathname.toLowerCase())) return answer;
  const fromServer = answer.then((response) => {
    if (response.status >= 502 && response.status <= 504) throw new Error('no server');
    return response;
  });
  return Promise.race([fromServer, new Promise((_, fail) => setTimeout(fail, NETWORK_TIMEOUT_MS))]);
}

/** The frame for a page with stored files. Any other page of the agent leads to the balance. */
async function withoutConnection(pathname) {
  if (PAGES.includes(pathname.toLowerCase())) return (await stored(FRAME)) ?? Response.error();
  return /^\/agent(\/|$)/i.test(pathname) ? Response.redirect('/agent/home') : Response.error();
}

/** Stores the file in the background: a full phone refuses it, which must not fail the page that needs the file. */
async function fetchAndStore(event) {
  const response = await fetch(event.request);
  if (response.ok) {
    const copy = response.clone();
    const put = async () => (await caches.open(CACHE)).put(event.request, copy);
    event.waitUntil(put().catch(() => undefined));
  }
  return response;
}

/** The stored file; undefined too where the browser allows no storage. */
const storedIfAllowed = (pathname) => stored(pathname).catch(() => undefined);

async function stored(pathname) {
  const cache = await caches.open(CACHE);
  return cache.match(pathname);
}
