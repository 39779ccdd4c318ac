// The service worker: keeps every file of this app on the device, so that it opens without a network. It answers for files
// and for this app's pages, and for nothing else: responses of the API are cached by `response-cache.ts`, per user.
//
// A new version is fetched whole while the old one goes on answering. It takes over when the visitor says so, or when no
// page of the old one is left; only then do the old files go.
import { createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import type { PrecacheEntry } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { isPageOfThisApp, TAKE_OVER } from './pages';

declare const self: ServiceWorkerGlobalScope;
/** Every file of the build, put in by it. */
declare const FILES: PrecacheEntry[];

precacheAndRoute(FILES, { cleanURLs: false, directoryIndex: '' });

const page = createHandlerBoundToURL('/index.html');
registerRoute(({ request, url }) => request.mode === 'navigate' && isPageOfThisApp(url.pathname), page);

// The first one answers for the page that registered it, too.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event) => {
  if (event.data === TAKE_OVER) void self.skipWaiting();
});
