// Undoes what requests changed, and offers to redo it: an undo is a request that can be undone, too.
import { formatNumber } from '@mizan/ui-kit/formats';
import { authorizedFetch, problemOf } from '@mizan/ui-kit/http';
import { m } from '@mizan/ui-kit/messages';
import { toast, toastWithAction } from '@mizan/ui-kit/toaster';
import { api } from '../paths.ts';
import { answered, keyed, requestOf } from './data-provider.ts';
import { errorMessage, isStatus } from './problems.ts';
import type { RecordCache } from './record.ts';
import styles from './undo.module.css';
import { UNDO_OFFERED, UNDO_TOAST } from './undo-offered.ts';
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
  /** The identifiers of the requests, the oldest first. */
  requests: string[];
  cache: RecordCache;
  /** In place of the number of records. */
  message?: string | undefined;
  /** Called whenever it was undone or done again. */
  onDone?: (() => void) | undefined;
  /** It undoes an undo. */
  redo?: boolean;
}

/** Undoes requests, the newest first, with a toast that reports it. Those whose records were changed since are left. */
export async function undo(what: Undo): Promise<void> {
  const { requests } = what;
  const total = requests.length;
  const answers: Undone[] = [];
  const refused: unknown[] = [];
  for (const [at, request] of requests.toReversed().entries()) {
    toast.loading(
      total === 1 ? m.undo_busy() : m.undo_busy_of({ count: formatNumber(at), total: formatNumber(total) }),
      {
        id: UNDO_TOAST,
      },
    );
    try {
      // A later request may build on an earlier one.
      // oxlint-disable-next-line no-await-in-loop
      answers.push(await undoRequest(request));
    } catch (error) {
      refused.push(error);
      // The next one would fail as well.
      if (!isStatus(error, 409)) break;
    }
  }
  if (answers.length > 0) {
    what.cache.any();
    what.onDone?.();
  }
  if (refused.length === 0) {
    reportUndone(answers, what);
    return;
  }
  // Undo of the next change must not replace what went wrong.
  toast.dismiss(UNDO_TOAST);
  const [error] = refused;
  const since = [...new Set(refused.flatMap(changedSince))];
  const some = { count: formatNumber(countOf(answers)), refused: formatNumber(total - answers.length) };
  const said = answers.length > 0 ? m.undo_done_some(some) : errorMessage(error, m.undo_failed());
  if (since.length === 0) toastFailure(error, said);
  else toast.error(<Refused message={said} since={since.slice(0, MOST_NAMED)} />, { duration: NAMED_FOR });
}

const countOf = (answers: Undone[]): number => answers.reduce((sum, { undone }) => sum + undone, 0);

/** The toast of undone requests, with Redo, or of a redo, with Undo. */
export function reportUndone(answers: Undone[], what: Omit<Undo, 'requests'>): void {
  // They are undone in the order of their own requests.
  const requests = answers.flatMap((answer) => requestOf(answer) ?? []);
  const { message, redo = false } = what;
  const count = countOf(answers);
  const text = redo ? m.undo_redone() : (message ?? m.undo_done({ count, shown: formatNumber(count) }));
  if (requests.length === 0) {
    toast.success(text, { id: UNDO_TOAST });
    return;
  }
  toastWithAction(text, {
    id: UNDO_TOAST,
    label: redo ? m.undo() : m.undo_redo(),
    run: () => void undo({ ...what, requests, redo: !redo }),
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
