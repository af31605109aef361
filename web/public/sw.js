// Caches the app's own files, so that it opens without a connection. Server responses are never cached: the app itself reports what it cannot load.
const shellCache = 'shell-1';
const fileCache = 'files-1';
const shell = '/home/index';
/** A build has about 250 files; the oldest are removed first. */
const maxFiles = 400;

/** Requests for data go to the server without starting this worker first, where the browser can do that; elsewhere it lets them pass. */
const passData = (event) =>
  event.addRoutes?.([{ condition: { urlPattern: new URLPattern({ pathname: '/web-api/*' }) }, source: 'network' }]);

self.addEventListener('install', (event) => {
  event.waitUntil(passData(event));
  event.waitUntil(
    caches
      .open(shellCache)
      .then((cache) => cache.add(new Request(shell, { cache: 'reload' })))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  const old = async () => (await caches.keys()).filter((name) => name !== shellCache && name !== fileCache);
  event.waitUntil(
    old()
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

async function trim(cache) {
  const cached = await cache.keys();
  await Promise.all(cached.slice(0, Math.max(0, cached.length - maxFiles)).map((request) => cache.delete(request)));
}

/** Files with a hash in their name never change. */
async function fromFiles(request) {
  const cache = await caches.open(fileCache);
  const cached = await cache.match(request);
  if (cached) return cached;
  const answer = await fetch(request);
  if (answer.ok && answer.status === 200) {
    await cache.put(request, answer.clone());
    await trim(cache);
  }
  return answer;
}

/** A page from the server; without a connection the last cached shell, which can show every page. */
async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok && new URL(request.url).pathname === shell)
      await (await caches.open(shellCache)).put(shell, answer.clone());
    return answer;
  } catch (error) {
    const cached = await (await caches.open(shellCache)).match(shell);
    if (cached) return cached;
    throw error;
  }
}

const isKept = ({ pathname }) =>
  pathname.startsWith('/assets/') || pathname === '/early.js' || pathname === '/icon.svg';

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (isKept(url))
    event.respondWith(
      url.pathname.startsWith('/assets/')
        ? fromFiles(request)
        : fetch(request).catch(async () => (await caches.match(request)) ?? Response.error()),
    );
});

/** The page lists what it loaded before this worker controlled it. */
self.addEventListener('message', (event) => {
  const addresses = Array.isArray(event.data?.loaded) ? event.data.loaded : [];
  const ours = addresses.filter(
    (address) =>
      typeof address === 'string' &&
      URL.canParse(address) &&
      new URL(address).origin === self.location.origin &&
      isKept(new URL(address)),
  );
  event.waitUntil(
    caches.open(fileCache).then(async (cache) => {
      for (const address of ours) if (!(await cache.match(address))) await cache.add(address).catch(() => undefined);
    }),
  );
});
