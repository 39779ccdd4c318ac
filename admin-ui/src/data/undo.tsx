// Undoes what a request changed, and offers to redo it: an undo is a request that can be undone, too.
import { formatNumber } from '@mizan/ui-kit/formats';
import { authorizedFetch, problemOf } from '@mizan/ui-kit/http';
import { m } from '@mizan/ui-kit/messages';
import { toast, toastWithAction } from '@mizan/ui-kit/toaster';
import { api } from '../paths.ts';
import { answered, keyed, requestOf } from './data-provider.ts';
import { errorMessage, isStatus } from './problems.ts';
import type { RecordCache } from './record.ts';
import styles from './undo.module.css';
import { UNDO_OFFERED } from './undo-offered.ts';
import { toastFailure } from './why.ts';

/** How long the records that were changed since are shown, in milliseconds. */
const NAMED_FOR = 15_000;
/** The number of records that are named; the server names the number of others. */
const MOST_NAMED = 5;

export interface Undone {
  /** The number of records. */
  undone: number;
}

/** Reverses every change of a request, or none. A rejection is thrown as the server's problem document. */
export async function undoRequest(requestId: string, key?: string): Promise<Undone> {
  const response = await authorizedFetch(api.undo, {
    method: 'POST',
    headers: { ...keyed(key), 'Content-Type': 'application/json' },
    body: JSON.stringify({ requestId }),
  });
  if (!response.ok) throw await problemOf(response);
  return answered(response, (await response.json()) as Undone);
}

/** The records that were changed since, of the rejection of an undo. */
export const changedSince = (error: unknown): string[] =>
  isStatus(error, 409) ? [...new Set(error.errors.map(({ message }) => message))] : [];

export interface Undo {
  requestId: string;
  cache: RecordCache;
  /** In place of the number of records. */
  message?: string | undefined;
  /** Called whenever it was undone or done again. */
  onDone?: (() => void) | undefined;
  /** It undoes an undo. */
  redo?: boolean;
}

/** Undoes a request with a toast that reports it. */
export async function undo(what: Undo): Promise<void> {
  const id = toast.loading(m.undo_busy());
  try {
    const answer = await undoRequest(what.requestId);
    what.cache.any();
    what.onDone?.();
    reportUndone(answer, what, id);
  } catch (error) {
    const since = changedSince(error);
    const said = errorMessage(error, m.undo_failed());
    if (since.length === 0) toastFailure(error, said, { id });
    else toast.error(<Refused message={said} since={since.slice(0, MOST_NAMED)} />, { id, duration: NAMED_FOR });
  }
}

/** The toast of an undo, with Redo, or of a redo, with Undo. `id` is that of the toast to replace. */
export function reportUndone(answer: Undone, what: Omit<Undo, 'requestId'>, id?: string): void {
  const requestId = requestOf(answer);
  const { message, redo = false } = what;
  const count = answer.undone;
  const text = redo ? m.undo_redone() : (message ?? m.undo_done({ count, shown: formatNumber(count) }));
  const replaced = id === undefined ? {} : { id };
  if (!requestId) {
    toast.success(text, replaced);
    return;
  }
  toastWithAction(text, {
    ...replaced,
    label: redo ? m.undo() : m.undo_redo(),
    run: () => void undo({ ...what, requestId, redo: !redo }),
    duration: UNDO_OFFERED,
  });
}

function Refused({ message, since }: { message: string; since: string[] }) {
  return (
    <>
      {message}
      <ul className={styles.since}>
        {since.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </>
  );
}
