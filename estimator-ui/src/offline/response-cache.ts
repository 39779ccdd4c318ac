// Caches the server's responses on the device, separately for each user, and returns them while the server is
// unreachable. Without storage nothing is cached.
import { idle } from '@mizan/ui-kit/idle';
import { isOutOfReach, session } from '@mizan/ui-kit/session';

/** Milliseconds to wait for the server before a cached response is used. */
const PATIENCE = 4000;
/** Milliseconds for which a late response answers the next request. */
const LATE = 10_000;

type Key = readonly unknown[];

/** A lazy chunk, loaded after the first requests. */
const store = () => import('./response-store');
/** Responses that arrived after the cached one was used, until the next request. */
const late = new Map<string, { answer: unknown; at: number }>();
/** Revision count per response: a response requested before a revision is outdated. */
const revisions = new Map<string, number>();
let onLateAnswer: (key: Key) => void = () => {};

/** Registers the listener for responses newer than the used one. The next request gets them immediately. */
export function onLate(listener: (key: Key) => void): void {
  onLateAnswer = listener;
}

const nameOf = (person: string, key: Key): string => JSON.stringify([person, ...key]);
const isHere = (person: string): boolean => session.current().me?.user.id === person;

async function cacheAnswer(person: string, key: Key, answer: unknown): Promise<void> {
  try {
    // The screen has priority over the cache.
    await idle();
    const { storeAnswer } = await store();
    // After sign-out nothing is stored.
    if (isHere(person)) await storeAnswer(person, nameOf(person, key), answer);
  } catch {
    // Storage is refused or full: this response is not available offline.
  }
}

/** Updates a cached response, if there is one, with newer data of the server. */
export async function revise<T>(person: string, key: Key, change: (answer: T) => T): Promise<void> {
  const name = nameOf(person, key);
  revisions.set(name, (revisions.get(name) ?? 0) + 1);
  // Other late responses may be based on the former one.
  late.clear();
  try {
    const { revise: reviseRow } = await store();
    if (isHere(person)) await reviseRow(name, (answer) => change(answer as T));
  } catch {
    // Storage is unavailable or full.
  }
}

/** Returns the cached response, if any, without a request. */
export async function cachedAnswer<T>(person: string, key: Key): Promise<T | undefined> {
  try {
    return (await (await store()).get(nameOf(person, key)))?.answer as T | undefined;
  } catch {
    return undefined;
  }
}

/** Whether a response was cached within the last `milliseconds`. */
export async function isCachedSince(person: string, key: Key, milliseconds: number): Promise<boolean> {
  try {
    const row = await (await store()).get(nameOf(person, key));
    return row !== undefined && Date.now() - row.storedAt < milliseconds;
  } catch {
    return false;
  }
}

/** Returns the result of `load`, or the cached response when the server is unreachable or slow. */
export async function withCache<T>(person: string, key: Key, load: () => Promise<T>): Promise<T> {
  const name = nameOf(person, key);
  const came = late.get(name);
  // It is not deleted on use: a list loads page by page, and each page may have been late.
  if (came && Date.now() - came.at < LATE) return came.answer as T;
  let usedCache = false;
  const revision = revisions.get(name);
  const loaded = load().then(
    (answer) => {
      if (revisions.get(name) !== revision) return { answer };
      void cacheAnswer(person, key, answer);
      if (usedCache && isHere(person)) {
        late.set(name, { answer, at: Date.now() });
        onLateAnswer(key);
      }
      return { answer };
    },
    (error: unknown) => ({ error }),
  );
  const first = await Promise.race([loaded, pause(PATIENCE)]);
  if (first && 'answer' in first) return first.answer;
  if (first && !isOutOfReach(first.error)) throw first.error;
  if (first) session.lost();
  const answer = isHere(person) ? await cachedAnswer<T>(person, key) : undefined;
  if (answer !== undefined) {
    usedCache = true;
    return answer;
  }
  const last = await loaded;
  if ('answer' in last) return last.answer;
  throw last.error;
}

function pause(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), milliseconds);
  });
}

/** Deletes the cached responses of all other users. */
export async function clearCacheOfOthers(person: string | undefined): Promise<void> {
  late.clear();
  try {
    await (await store()).removeAllBut(person);
  } catch {
    // Storage is unavailable or full.
  }
}
