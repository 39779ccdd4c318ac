// How estimates come to the server: rows are sent one after the other, in their order, by one tab at a time, each until the
// server has answered. The row's identifier is its Idempotency-Key, so that an estimate whose answer got lost is saved once
// however often it is sent.
import { asProblem } from '@mizan/ui-kit/http';
import { m } from '@mizan/ui-kit/messages';
import { session } from '@mizan/ui-kit/session';
import type { SavedAssessment } from '../shapes';
import { isFailure, outcomeOf, pauseAfter } from './outcome';
import { addRow, changeRow, deleteRow, rowsOf, type NewRow, type Row } from './rows';
import { send, sendNow } from './send';
import { publish, waiting } from './waiting';

const NAME = 'mizan.outbox';

/** What other tabs are told. */
type Notice = { kind: 'changed' } | { kind: 'sent'; person: string; saved: SavedAssessment };

type SentListener = (saved: SavedAssessment) => Promise<void> | void;
type RefusedListener = (row: Row, reason: string) => void;

let attempts = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let flushing: Promise<void> | undefined;
let again = false;
const sentListeners = new Set<SentListener>();
const refusedListeners = new Set<RefusedListener>();
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME);

function tell(notice: Notice): void {
  // A channel reaches its own origin only.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel?.postMessage(notice);
}

const person = (): string | undefined => session.current().me?.user.id;

/** Reads the rows anew and tells whoever shows them. */
async function reread(): Promise<void> {
  const whose = person();
  const rows = whose === undefined ? [] : await rowsOf(whose);
  if (whose !== person()) return;
  publish({ ready: true, rows });
}

async function changed(): Promise<void> {
  tell({ kind: 'changed' });
  await reread();
}

function heardSent(saved: SavedAssessment): Promise<unknown> {
  return Promise.all([...sentListeners].map((listener) => listener(saved)));
}

channel?.addEventListener('message', ({ data }: MessageEvent<Notice>) => {
  if (data.kind === 'sent' && data.person === person()) void heardSent(data.saved).then(reread);
  else void reread();
});

/** One tab at a time, so that estimates are sent in their order. */
function alone(work: () => Promise<void>): Promise<void> {
  return globalThis.navigator?.locks ? navigator.locks.request(NAME, work) : work();
}

/** Sends what waits, until nothing does or an attempt fails. Requests at the same time share one round. */
export function flush(): Promise<void> {
  if (flushing) {
    again = true;
    return flushing;
  }
  clearTimeout(timer);
  timer = undefined;
  again = false;
  flushing = alone(sendAll)
    // Storage that fails now may be there later; nothing is taken out of it before the server has answered.
    .catch(() => later(undefined))
    .finally(() => {
      flushing = undefined;
      if (again) void flush();
    });
  return flushing;
}

function later(retryAfter: number | undefined): void {
  attempts += 1;
  clearTimeout(timer);
  timer = setTimeout(() => void flush(), pauseAfter(attempts, retryAfter));
}

async function sendAll(): Promise<void> {
  for (;;) {
    const whose = person();
    if (whose === undefined) return;
    // One after the other is what the order needs, and each is read when its turn has come.
    // oxlint-disable-next-line no-await-in-loop
    const row = (await rowsOf(whose)).find(({ refused }) => refused === undefined);
    // oxlint-disable-next-line no-await-in-loop
    if (!row || !(await sendOne(row))) return;
  }
}

/** Sends a row; answers whether the next one can go. */
async function sendOne(row: Row): Promise<boolean> {
  try {
    const saved = await send(row.person, row.id, row.input);
    attempts = 0;
    tell({ kind: 'sent', person: row.person, saved });
    // Before the row goes: in between the estimate would be in neither place.
    await heardSent(saved);
    await deleteRow(row);
    await changed();
    return true;
  } catch (error) {
    const problem = asProblem(error);
    const failures = row.failures + (isFailure(problem.status) ? 1 : 0);
    const outcome = outcomeOf(problem.status, failures);
    if (outcome === 'refused') {
      const reason = problem.detail ?? m.estimator_save_failed();
      await changeRow({ ...row, failures, refused: reason });
      await changed();
      for (const listener of refusedListeners) listener(row, reason);
      return true;
    }
    if (failures > row.failures) await changeRow({ ...row, failures });
    if (outcome === 'later') later(problem.retryAfter);
    return false;
  }
}

/** Without a wait: the network is back, or the page is looked at again. */
function nudge(): void {
  attempts = 0;
  if (waiting().rows.some(({ refused }) => refused === undefined)) void flush();
}

/** Called when the server has saved an estimate, in every tab, before its row goes. Answers how to end that. */
export function onSent(listener: SentListener): () => void {
  sentListeners.add(listener);
  return () => sentListeners.delete(listener);
}

/** Called in the tab that sent what was refused. */
export function onRefused(listener: RefusedListener): () => void {
  refusedListeners.add(listener);
  return () => refusedListeners.delete(listener);
}

/** See `outbox`. */
export async function save(row: NewRow): Promise<void> {
  const sentBack = waiting().rows.filter((one) => one.refused !== undefined && one.input.unitId === row.input.unitId);
  try {
    await addRow(row, sentBack);
  } catch {
    await heardSent(await sendNow(row.person, row.input));
    return;
  }
  await changed();
  void flush();
}

export async function discard(row: Row): Promise<void> {
  if (row.refused === undefined) return;
  await deleteRow(row);
  await changed();
}

export async function retry(row: Row): Promise<void> {
  const { refused: _, ...anew } = row;
  await changeRow({ ...anew, failures: 0 });
  await changed();
  await flush();
}

export async function countOf(whose: string): Promise<number> {
  return (await rowsOf(whose)).length;
}

/** Begins to send, now and whenever it may help. Answers how to end that. */
export function start(): () => void {
  const seen = (): void => {
    if (document.visibilityState === 'visible') nudge();
  };
  let known = person();
  const end = session.subscribe(() => {
    if (known === person()) return;
    known = person();
    attempts = 0;
    // Nothing of one person is shown to the next.
    publish({ ready: false, rows: [] });
    void reread().then(flush);
  });
  addEventListener('online', nudge);
  addEventListener('pageshow', nudge);
  document.addEventListener('visibilitychange', seen);
  void reread().then(flush);
  return () => {
    end();
    clearTimeout(timer);
    removeEventListener('online', nudge);
    removeEventListener('pageshow', nudge);
    document.removeEventListener('visibilitychange', seen);
  };
}
