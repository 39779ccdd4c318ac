// Delivers rows to the server one after the other, in their order, by one tab at a time, each until the server has
// responded. A row's identifier is its Idempotency-Key, so that an estimate whose response got lost is saved once, however
// often it is sent within a day; after that saving the same estimate again changes nothing.
import { asProblem, type ProblemError } from '@mizan/ui-kit/http';
import { m } from '@mizan/ui-kit/messages';
import { session } from '@mizan/ui-kit/session';
import { openChannel, takeTurn } from '@mizan/ui-kit/tabs';
import type { SavedAssessment } from '../shapes';
import { isFailure, outcomeOf, pauseAfter } from './outcome';
import { addOnPage, addRow, anyOnPage, changeRow, deleteRows, isStoring, rowsOf, type NewRow, type Row } from './rows';
import { send } from './send';
import { publish, waiting } from './waiting';

const NAME = 'mizan.outbox';

/** Messages to other tabs. */
type Notice = { kind: 'changed' } | { kind: 'sent'; person: string; saved: SavedAssessment };

type SentListener = (saved: SavedAssessment) => Promise<void> | void;
type RefusedListener = (row: Row, reason: string) => void;

let attempts = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let flushing: Promise<void> | undefined;
let flushAgain = false;
const sentListeners = new Set<SentListener>();
const refusedListeners = new Set<RefusedListener>();
const savedListeners = new Set<() => void>();
/** Saves that wait for the outcome of their rows, by the identifiers of these. */
const waitingSaves = new Map<string, (outcome: SavedTo | ProblemError) => void>();
const channel = openChannel(NAME);

function broadcast(notice: Notice): void {
  // A channel reaches its own origin only.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel?.postMessage(notice);
}

const person = (): string | undefined => session.current().me?.user.id;

/** Reads the rows again and publishes them. */
async function reread(): Promise<void> {
  const whose = person();
  const rows = whose === undefined ? [] : await rowsOf(whose);
  if (whose !== person()) return;
  publish({ ready: true, rows, onPage: (whose !== undefined && anyOnPage(whose)) || !isStoring() });
}

async function changed(): Promise<void> {
  broadcast({ kind: 'changed' });
  await reread();
}

function notifySent(saved: SavedAssessment): Promise<unknown> {
  return Promise.all([...sentListeners].map((listener) => listener(saved)));
}

channel?.addEventListener('message', ({ data }: MessageEvent<Notice>) => {
  if (data.kind === 'sent' && data.person === person()) void notifySent(data.saved).then(reread);
  else void reread();
});

/** Sends what waits, until nothing does or an attempt fails. Requests at the same time share one round. */
export function flush(): Promise<void> {
  if (flushing) {
    flushAgain = true;
    return flushing;
  }
  clearTimeout(timer);
  timer = undefined;
  flushAgain = false;
  // One tab at a time, so that estimates are sent in their order.
  flushing = takeTurn(NAME, sendAll)
    // Storage may work again later; no row is deleted before the server has responded.
    .catch(() => later(undefined))
    .finally(() => {
      flushing = undefined;
      if (flushAgain) void flush();
    });
  return flushing;
}

function later(retryAfter: number | undefined): void {
  attempts += 1;
  // One failure may pass at once.
  if (attempts > 1) leaveOnPage();
  clearTimeout(timer);
  timer = setTimeout(() => void flush(), pauseAfter(attempts, retryAfter));
}

/** No save waits any longer: the rows are sent later. */
function leaveOnPage(): void {
  for (const settle of waitingSaves.values()) settle('on-page');
}

async function sendAll(): Promise<void> {
  for (;;) {
    const whose = person();
    if (whose === undefined) return;
    // In order, one after the other; each row is read when it is its turn, because it may have changed.
    // oxlint-disable-next-line no-await-in-loop
    const row = (await rowsOf(whose)).find(({ refused }) => refused === undefined);
    // oxlint-disable-next-line no-await-in-loop
    if (!row || !(await sendOne(row))) return;
  }
}

/** Other rows of the same unit. */
const sameUnit = (row: Row) => (one: Row) => one.input.unitId === row.input.unitId && one.id !== row.id;

/** Sends a row. Returns whether the next one can be sent. */
async function sendOne(row: Row): Promise<boolean> {
  try {
    const saved = await send(row.person, row.id, row.input);
    attempts = 0;
    broadcast({ kind: 'sent', person: row.person, saved });
    // Before the row is deleted, so that the estimate is always in one of the two places. Another user who has signed
    // in meanwhile is not notified.
    if (person() === row.person) await notifySent(saved);
    const outdated = (one: Row): boolean => sameUnit(row)(one) && one.refused !== undefined && one.place < row.place;
    await deleteRows([row, ...(await rowsOf(row.person)).filter(outdated)]);
    await changed();
    waitingSaves.get(row.id)?.('sent');
    return true;
  } catch (error) {
    const problem = asProblem(error);
    const failures = row.failures + (isFailure(problem.status) ? 1 : 0);
    const outcome = outcomeOf(problem.status, failures);
    if (outcome === 'refused') {
      await refuse(row, failures, problem);
      return true;
    }
    if (failures > row.failures) await changeRow(row, (now) => ({ ...now, failures }));
    // An ended session waits for its user to sign in; one that is still valid is retried.
    if (outcome === 'later' || person() === row.person) later(problem.retryAfter);
    else leaveOnPage();
    return false;
  }
}

/** Stores the reason of a rejection, unless a later estimate of the unit will replace the row. */
async function refuse(row: Row, failures: number, problem: ProblemError): Promise<void> {
  const reason = problem.detail ?? m.estimator_save_failed();
  const isReplaced = (await rowsOf(row.person)).some((one) => sameUnit(row)(one) && one.place > row.place);
  await changeRow(row, (now) => (isReplaced ? null : { ...now, failures, refused: reason }));
  await changed();
  const settle = waitingSaves.get(row.id);
  // Its screen says why.
  if (settle) return settle(problem);
  if (isReplaced || person() !== row.person) return;
  for (const listener of refusedListeners) listener(row, reason);
}

/** Retries at once: the network is back, or the page is visible again. */
function nudge(): void {
  attempts = 0;
  if (waiting().rows.some(({ refused }) => refused === undefined)) void flush();
}

/**
 * Registers a listener that runs in every tab when the server has saved an estimate, before its row is deleted.
 * Returns the function that removes it.
 */
export function onSent(listener: SentListener): () => void {
  sentListeners.add(listener);
  return () => sentListeners.delete(listener);
}

/** Registers a listener that runs in the sending tab when an estimate is rejected. */
export function onRefused(listener: RefusedListener): () => void {
  refusedListeners.add(listener);
  return () => refusedListeners.delete(listener);
}

/** Registers a listener that runs in the tab where an estimate was stored. */
export function onSaved(listener: () => void): () => void {
  savedListeners.add(listener);
  return () => savedListeners.delete(listener);
}

/** Where a saved estimate is: stored until it is sent, sent already, or on this page until it is sent. */
export type SavedTo = 'stored' | 'sent' | 'on-page';

/** Saves an estimate; it need not have been sent. */
export async function save(row: NewRow): Promise<SavedTo> {
  const ofUnit = (one: Row): boolean => one.input.unitId === row.input.unitId;
  const sentBack = waiting().rows.filter((one) => one.refused !== undefined && ofUnit(one));
  try {
    await addRow(row, sentBack);
  } catch {
    return saveUnstored(row, sentBack);
  }
  await added();
  return 'stored';
}

/** The row is there, even if notifying fails. */
async function added(): Promise<void> {
  await changed().catch(() => {});
  for (const listener of savedListeners) listener();
  void flush();
}

/** In milliseconds: how long a save waits for the server where nothing can be stored. */
const LONGEST_SAVE = 8000;

/**
 * Where nothing can be stored, the page keeps the estimate, and the server gets it at once. The save waits for that, but
 * no longer than a user does: the row is then sent by itself.
 */
async function saveUnstored(row: NewRow, sentBack: readonly Row[]): Promise<SavedTo> {
  const { id } = addOnPage(row, sentBack);
  const outcome = session.current().offline ? 'on-page' : await outcomeOfSave(id);
  if (outcome instanceof Error) throw outcome;
  if (outcome === 'on-page') await added();
  return outcome;
}

async function outcomeOfSave(id: string): Promise<SavedTo | ProblemError> {
  let timeout: ReturnType<typeof setTimeout> | undefined;
  const outcome = await new Promise<SavedTo | ProblemError>((settle) => {
    waitingSaves.set(id, settle);
    timeout = setTimeout(settle, LONGEST_SAVE, 'on-page');
    void flush();
  });
  clearTimeout(timeout);
  waitingSaves.delete(id);
  return outcome;
}

export async function discard(row: Row): Promise<void> {
  await changeRow(row, (now) => (now.refused === undefined ? now : null));
  await changed();
}

export async function retry(row: Row): Promise<void> {
  await changeRow(row, (now) => {
    const { refused: _, ...waitingRow } = now;
    return { ...waitingRow, failures: 0 };
  });
  await changed();
  await flush();
}

export async function countOf(whose: string): Promise<number> {
  return (await rowsOf(whose)).length;
}

/** The maximum wait for a last attempt, in milliseconds. */
const PATIENCE = 2000;

/** Makes a last attempt, and returns the number of unsent rows. */
export async function unsent(whose: string): Promise<number> {
  if ((await countOf(whose)) > 0) await Promise.race([flush(), new Promise((done) => setTimeout(done, PATIENCE))]);
  return countOf(whose);
}

/** Starts sending, now and at each event that may restore the connection. Returns the function that stops it. */
export function start(): () => void {
  const onVisibilityChange = (): void => {
    if (document.visibilityState === 'visible') nudge();
  };
  let known = person();
  const end = session.subscribe(() => {
    if (known === person()) return;
    known = person();
    attempts = 0;
    // The next user must not see the rows of this one.
    publish({ ready: false, rows: [] });
    void reread().then(flush);
  });
  addEventListener('online', nudge);
  addEventListener('pageshow', nudge);
  document.addEventListener('visibilitychange', onVisibilityChange);
  void reread().then(flush);
  return () => {
    end();
    clearTimeout(timer);
    removeEventListener('online', nudge);
    removeEventListener('pageshow', nudge);
    document.removeEventListener('visibilitychange', onVisibilityChange);
  };
}
