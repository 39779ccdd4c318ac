// What the tabs of this browser share: a channel and locks. A browser may lack either, or forbid it together with storage;
// a tab then works by itself.

/** A channel to the other tabs; null where there is none. */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}

/**
 * Runs `work` while no other tab runs work of that name. With `ifAvailable` it does not wait: `work` then
 * gets whether it has its turn.
 */
export async function takeTurn<Result>(
  name: string,
  work: (turn: boolean) => Promise<Result>,
  options: LockOptions = {},
): Promise<Result> {
  let begun = false;
  try {
    return await navigator.locks.request(name, options, (lock) => {
      begun = true;
      return work(lock !== null);
    });
  } catch (error) {
    // An error of the work itself; any other means that there are no locks.
    if (begun) throw error;
  }
  return work(true);
}
