// Prepares the app for offline use after the first render: registers the service worker, offers new versions, and
// prefetches this week.
import type { QueryClient } from '@tanstack/react-query';
import { m } from '@mizan/ui-kit/messages';
import { session } from '@mizan/ui-kit/session';
import { toastWithAction } from '@mizan/ui-kit/toaster';
import { TAKE_OVER } from '../offline/pages';
import { paths } from '../paths';
import { prefetchWeek } from './prefetch-week';

const WORKER = '/sw.js';
/** How long a new version is offered, in milliseconds; after that it waits for the next start. */
const OFFERED = 60_000;
/** How often an open page checks for a new version, in milliseconds. */
const UPDATE_CHECK = 60 * 60_000;

/** Milliseconds to wait on screens other than the index and the list: the open screen has priority. */
const ELSEWHERE = 5000;
const IMMEDIATE: readonly string[] = [paths.estimations, paths.assessments];

let started = false;

export function start(client: QueryClient): void {
  if (started) return;
  started = true;
  void register();
  let prefetchedFor: string | undefined;
  const prefetch = (): void => {
    const { me, offline } = session.current();
    // Once for each user, and again when the network is back.
    if (offline || me?.user.id !== prefetchedFor) prefetchedFor = undefined;
    if (offline || !me || prefetchedFor) return;
    const person = me.user.id;
    prefetchedFor = person;
    // What fails now is fetched when it is opened.
    setTimeout(
      () => void prefetchWeek(client, person).catch(() => {}),
      IMMEDIATE.includes(location.pathname.replace(/\/$/, '')) ? 0 : ELSEWHERE,
    );
  };
  session.subscribe(prefetch);
  prefetch();
}

async function register(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register(WORKER);
    offer(registration);
    registration.addEventListener('updatefound', () => {
      const coming = registration.installing;
      coming?.addEventListener('statechange', () => {
        if (coming.state === 'installed') offer(registration);
      });
    });
    setInterval(() => void registration.update().catch(() => {}), UPDATE_CHECK);
  } catch {
    // Rejected, as in some private windows, or unreachable: the app works while there is a network.
    addEventListener('online', () => void register(), { once: true });
  }
}

/** Offers a waiting version; the first installation has no version before it. */
function offer({ waiting }: ServiceWorkerRegistration): void {
  if (!waiting || !navigator.serviceWorker.controller) return;
  toastWithAction(m.offline_new_version(), {
    label: m.offline_reload(),
    duration: OFFERED,
    run: () => {
      // Another page has activated it meanwhile.
      if (waiting.state !== 'installed') return location.reload();
      // Reloads only this page: another one may have unsaved input.
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
      // `postMessage` to a worker takes no target origin.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      waiting.postMessage(TAKE_OVER);
    },
  });
}
