// The service worker: precaches every file of this app, so that it opens without a network. It handles requests of files
// and of this app's pages only: `response-cache.ts` caches responses of the API, per user.
//
// A new version is precached while the old one is in use. It is activated when the user agrees, or when no page of the old
// one is open; only then are the old files deleted.
import { addPlugins, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import type { PrecacheEntry } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { isOwnFile, isOwnPage } from './own-file';
import { isPageOfThisApp, TAKE_OVER } from './pages';

declare const self: ServiceWorkerGlobalScope;
/** The files of the build, filled in at build time. */
declare const FILES: PrecacheEntry[];

const files = FILES;

/** Scripts that only this build has. */
const scripts = files.map(({ url }) => url).filter((url) => url.startsWith('/assets/'));

// One file that is not this app's, and nothing is installed; the browser tries again with a later visit.
addPlugins([
  {
    cacheWillUpdate: async ({ request, response }) => {
      const type = response.headers.get('Content-Type') ?? '';
      if (!isOwnFile(request.url, response, type)) return null;
      const isPage = new URL(request.url).pathname === '/index.html';
      return !isPage || isOwnPage(await response.clone().text(), scripts) ? response : null;
    },
  },
]);
precacheAndRoute(files, { cleanURLs: false, directoryIndex: '' });

const page = createHandlerBoundToURL('/index.html');
registerRoute(({ request, url }) => request.mode === 'navigate' && isPageOfThisApp(url.pathname), page);

// The first version also controls the page that registered it.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event) => {
  if (event.data === TAKE_OVER) void self.skipWaiting();
});
