// Screens and parts of screens that are loaded when they are opened. After a deployment an open page may request a
// deleted file. The page then reloads once per distinct error message. If that does not help, the error is shown. What is
// opened later is loaded again: a failure is not kept.
import {
  createElement,
  lazy,
  Suspense,
  type ComponentType,
  type FunctionComponent,
  type LazyExoticComponent,
} from 'react';

/** The estimator's router reloads for the same reason and remembers it under this key: both count as one. */
const KEY = 'tanstack_router_reload:';

let leaving = false;

/** True after a reload was started: errors until then are not shown. */
export function isReloading(): boolean {
  return leaving;
}

/**
 * Reloads the page unless it was already reloaded for this message, or there is no network, without which a reload would
 * end at the browser's own error page. Returns whether it did.
 */
export function reloadForError(error: unknown, reload: () => void = () => location.reload()): boolean {
  if (navigator.onLine === false) return false;
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

/** In milliseconds: by then React has rendered a failure, and what is opened later loads again. */
const RENDERED = 1000;

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * A component that loads on first use. `instead` is rendered when that fails; otherwise the error is thrown to the next
 * boundary.
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  instead?: ComponentType<NoInfer<Props>>,
): FunctionComponent<Props> {
  let current: LazyExoticComponent<ComponentType<Props>> | undefined;
  const begin = () =>
    lazy(() =>
      load().catch((error: unknown) => {
        // React keeps a rejection, and throws it more than once while it renders.
        setTimeout(() => {
          current = undefined;
        }, RENDERED);
        if (!instead) throw error;
        return { default: instead };
      }),
    );
  return function LazyPart(props: Props) {
    current ??= begin();
    return createElement(current as ComponentType<Props>, props);
  };
}

/** The same for a screen or a dialog; a failure reloads the page first. */
export function lazyScreen<Props extends object>(load: Load<Props>): FunctionComponent<Props> {
  return lazyPart(() =>
    load().catch((error: unknown) => {
      if (!reloadForError(error)) throw error;
      // The page is being reloaded: nothing more is rendered.
      return new Promise<never>(() => {});
    }),
  );
}

const inPlace =
  <Props extends object>(Loaded: FunctionComponent<Props>): FunctionComponent<Props> =>
  (props) =>
    createElement(Suspense, { fallback: null }, createElement(Loaded, props));

/** The same for what is drawn beside other parts, which stay as they are until it is loaded. */
export const lazyInPlace = <Props extends object>(load: Load<Props>): FunctionComponent<Props> =>
  inPlace(lazyScreen(load));

/** The same for what the user can do without: when it cannot be loaded, nothing is rendered, and the page stays. */
export const lazyOptional = <Props extends object>(load: Load<Props>): FunctionComponent<Props> =>
  inPlace(lazyPart(load, () => null));

/** The same as `lazyScreen` for everything that vite loads. Not for an app that preloads chunks; `ErrorScreen` suffices there. */
export function reloadOnFailedLoads(): void {
  addEventListener('vite:preloadError', (event) => {
    reloadForError((event as Event & { payload: unknown }).payload);
  });
}
