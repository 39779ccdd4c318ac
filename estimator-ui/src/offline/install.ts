// Whether the browser offers to install the app. It fires the event once and early, so this module listens from the
// start.
import { useSyncExternalStore } from 'react';

/** Only Chromium has it; other browsers offer it in their menu. */
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

/** A user who has declined is not asked again on this device. */
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
      // Storage is unavailable: it is offered again at the next start.
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

/** Whether to offer the installation now. */
export function useInstallOffer(): boolean {
  return useSyncExternalStore(subscribe, () => offered !== null && !refused.get());
}

/** Shows the browser's prompt, which can be shown once. */
export async function install(): Promise<void> {
  const event = offered;
  change(null);
  await event?.prompt();
}

export function refuseInstall(): void {
  refused.set();
  change(null);
}
