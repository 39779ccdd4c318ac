// What the server answered last is kept on the device, each visitor's under their own name, and given while the server
// cannot be had. Where storage is refused, everything is as without it.
import { isOutOfReach, session } from '@mizan/ui-kit/session';
import { idle } from './idle';

/** How long a kept answer waits for a newer one, in milliseconds. */
const PATIENCE = 4000;
/** For how long an answer that came late stands for the one that is asked for again, in milliseconds. */
const LATE = 10_000;

type Key = readonly unknown[];

/** Loads beside the first requests, never before them. */
const store = () => import('./response-store');
/** Answers that came after the kept one was given, until they are asked for once more. */
const late = new Map<string, { answer: unknown; at: number }>();
/** How often an answer was revised: one that was asked for before does not know of it. */
const revisions = new Map<string, number>();
let onLateAnswer: (key: Key) => void = () => {};

/** Calls back when a newer answer than the one given has come: asked for again, it is there at once. */
export function onLate(listener: (key: Key) => void): void {
  onLateAnswer = listener;
}

const nameOf = (person: string, key: Key): string => JSON.stringify([person, ...key]);
const isHere = (person: string): boolean => session.current().me?.user.id === person;

async function cacheAnswer(person: string, key: Key, answer: unknown): Promise<void> {
  try {
    // The screen that asked for it comes first.
    await idle();
    const { storeAnswer } = await store();
    // Whoever signed out meanwhile leaves nothing behind.
    if (isHere(person)) await storeAnswer(person, nameOf(person, key), answer);
  } catch {
    // Storage is refused or full: this answer is not there without a network.
  }
}

/** Changes the answer that is kept, if one is, by what the server has said since. */
export async function revise<T>(person: string, key: Key, change: (answer: T) => T): Promise<void> {
  const name = nameOf(person, key);
  revisions.set(name, (revisions.get(name) ?? 0) + 1);
  // Nor do the others that are counted by it.
  late.clear();
  try {
    const { revise: reviseRow } = await store();
    if (isHere(person)) await reviseRow(name, (answer) => change(answer as T));
  } catch {
    // As above.
  }
}

/** The answer that is kept, as far as there is one; nothing is asked. */
export async function cachedAnswer<T>(person: string, key: Key): Promise<T | undefined> {
  try {
    return (await (await store()).get(nameOf(person, key)))?.answer as T | undefined;
  } catch {
    return undefined;
  }
}

/** Whether an answer was kept within the last so many milliseconds. */
export async function isCachedSince(person: string, key: Key, milliseconds: number): Promise<boolean> {
  try {
    const row = await (await store()).get(nameOf(person, key));
    return row !== undefined && Date.now() - row.keptAt < milliseconds;
  } catch {
    return false;
  }
}

/** What `ask` answers; the answer kept last when the server is out of reach, or takes long. */
export async function withCache<T>(person: string, key: Key, load: () => Promise<T>): Promise<T> {
  const name = nameOf(person, key);
  const came = late.get(name);
  // It stays for its time: a list is asked for page by page, and each of its pages may have come late.
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

/** Leaves on the device what is kept for this person, and nothing of anybody else. */
export async function clearCacheOfOthers(person: string | undefined): Promise<void> {
  late.clear();
  try {
    await (await store()).removeAllBut(person);
  } catch {
    // As above.
  }
}
