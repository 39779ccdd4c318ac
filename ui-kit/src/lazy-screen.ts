// Screens that are loaded when they are opened. After a deployment an open page may request a deleted file. The page
// then reloads once per distinct error message. If that does not help, the error is shown.
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** The estimator's router reloads for the same reason and remembers it under this key: both count as one. */
const KEY = 'tanstack_router_reload:';

let leaving = false;

/** True after a reload was started: errors until then are not shown. */
export function isReloading(): boolean {
  return leaving;
}

/** Reloads the page unless it was already reloaded for this message. Returns whether it did. */
export function reloadForError(error: unknown, reload: () => void = () => location.reload()): boolean {
  const key = KEY + (error instanceof Error ? error.message : String(error));
  try {
    if (sessionStorage.getItem(key)) return false;
    sessionStorage.setItem(key, '1');
  } catch {
    // Without storage a reload could repeat without limit.
    return false;
  }
  leaving = true;
  reload();
  return true;
}

const FAILED_LOADS = [
  'Failed to fetch dynamically imported module',
  'error loading dynamically imported module',
  'Importing a module script failed',
  'Unable to preload CSS',
];

/** Whether a chunk could not be loaded: browsers and vite report it only by the error's message. */
export function isFailedLoad(error: unknown): boolean {
  return error instanceof Error && FAILED_LOADS.some((beginning) => error.message.startsWith(beginning));
}

/** A component that loads on first use. */
export function lazyScreen<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() =>
    load().catch((error: unknown) => {
      if (!reloadForError(error)) throw error;
      // The page is being reloaded: nothing more is rendered.
      return new Promise<never>(() => {});
    }),
  );
}

/** The same for everything that vite loads. Not for an app that preloads chunks; `ErrorScreen` suffices there. */
export function reloadOnFailedLoads(): void {
  addEventListener('vite:preloadError', (event) => {
    reloadForError((event as Event & { payload: unknown }).payload);
  });
}
