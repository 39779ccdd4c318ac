// Viewing as another user, in this tab alone: an access token of that user's eyes, in place of the session's own, which
// stays. It only reads, and is not renewed.
import { takeTokensFrom } from '@mizan/ui-kit/http';
import { paths } from '../paths.ts';

export interface View {
  token: string;
  /** In milliseconds. */
  expiresAt: number;
  /** Whom it is of, for a message when it has ended. */
  name: string;
  /** The page that it began on. */
  from: string;
  /** Whether the viewer may ask why. */
  asks: boolean;
}

export const VIEW = 'mizan.view-as';
const ENDED = 'mizan.view-as.ended';

/** Null also where the browser stores nothing. */
export function currentView(): View | null {
  try {
    return JSON.parse(sessionStorage.getItem(VIEW) ?? 'null') as View | null;
  } catch {
    return null;
  }
}

/** Ends it: opens the page that it began on. */
export function endView(): void {
  const from = currentView()?.from ?? paths.area('backoffice');
  sessionStorage.removeItem(VIEW);
  location.assign(from);
}

/** Uses the token of a view that has begun. Call it before the first request. */
export function resumeView(): void {
  if (!currentView()) return;
  takeTokensFrom((refused) => {
    const view = currentView();
    if (view && view.expiresAt > Date.now() && refused !== view.token) return Promise.resolve(view.token);
    if (view) sessionStorage.setItem(ENDED, view.name);
    endView();
    // The page is being left: nothing is sent any more.
    return new Promise(() => {});
  });
}

/** Whose view has ended by itself, once. */
export function endedView(): string | null {
  try {
    const name = sessionStorage.getItem(ENDED);
    sessionStorage.removeItem(ENDED);
    return name;
  } catch {
    return null;
  }
}
