// Whether the browser offers to install the app. It says so once, early, so this listens from the start.
import { useSyncExternalStore } from 'react';

/** Known to Chromium only; elsewhere the browser's own menu has it. */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>;
}

const REFUSED = 'mizan.install-refused';

let offered: InstallEvent | null = null;
const listeners = new Set<() => void>();

function change(next: InstallEvent | null): void {
  offered = next;
  for (const listener of listeners) listener();
}

/** Whoever said no is not asked again on this device. */
const refused = {
  get(): boolean {
    try {
      return localStorage.getItem(REFUSED) !== null;
    } catch {
      return false;
    }
  },
  set(): void {
    try {
      localStorage.setItem(REFUSED, '1');
    } catch {
      // Then it is offered again at the next start.
    }
  },
};

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  change(event as InstallEvent);
});
addEventListener('appinstalled', () => change(null));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether to offer it here and now. */
export function useInstallOffer(): boolean {
  return useSyncExternalStore(subscribe, () => offered !== null && !refused.get());
}

/** The browser shows its own prompt; it can be asked once. */
export async function install(): Promise<void> {
  const event = offered;
  change(null);
  await event?.prompt();
}

export function refuseInstall(): void {
  refused.set();
  change(null);
}
