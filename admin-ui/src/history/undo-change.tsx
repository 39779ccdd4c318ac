// The button that undoes the request of a version, with a question that says how many records it changed.
import { Button } from '@mizan/ui-kit/button';
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { useSession } from '@mizan/ui-kit/session';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../data/problems.ts';
import { useRecordCache } from '../data/record.ts';
import { countRecords } from '../data/request-records.ts';
import { changedSince, reportUndone, undoRequest } from '../data/undo.tsx';
import { permitted } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { useSubmit } from '../form/use-submit.ts';
import styles from './undo-change.module.css';
import { undoingOf } from './undoing.ts';

interface Props {
  resource: Resource;
  /** What the version was made by, and in which request. */
  action: string;
  request: string | null;
  /** The id of the text that says what was changed. */
  describedBy: string;
  className?: string | undefined;
}

/** Renders nothing for what cannot be undone, or not by this user. */
export function UndoChange({ resource, action, request, describedBy, className }: Props) {
  const { me } = useSession();
  const [open, setOpen] = useState(false);
  const { operation, by } = undoingOf(resource, action);
  if (request === null || !operation?.undoable || !permitted(me, by)) return null;
  return (
    <>
      <Button look="quiet" className={className} aria-describedby={describedBy} onClick={() => setOpen(true)}>
        {m.undo_change()}
      </Button>
      {open && <UndoDialog resource={resource} request={request} onClose={() => setOpen(false)} />}
    </>
  );
}

function UndoDialog({ resource, request, onClose }: { resource: Resource; request: string; onClose: () => void }) {
  const cache = useRecordCache(resource);
  const [since, setSince] = useState<string[]>([]);
  const { data: count, isPending } = useQuery({
    queryKey: ['changes', 'records', request],
    queryFn: ({ signal }) => countRecords(request, signal),
    retry: false,
  });
  const undoing = useSubmit({
    send: (_: void, key) => undoRequest(request, key),
    onDone(answer) {
      reportUndone([answer], { cache });
      cache.any();
      onClose();
    },
    onError(error) {
      setSince(changedSince(error));
      return { failure: errorMessage(error, m.undo_failed()) };
    },
    failed: m.undo_failed(),
  });
  return (
    <FormDialog
      title={m.undo_title()}
      description={isPending ? m.undo_counting() : textOf(count)}
      submit={{ label: m.undo(), busy: m.undo_busy(), early: isPending }}
      question
      busy={undoing.busy}
      why={undoing.why}
      failure={undoing.failure}
      failureLinks={
        since.length > 0 && (
          <ul className={styles.since} aria-label={m.undo_since()}>
            {since.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        )
      }
      onSubmit={() => void undoing.submit()}
      onClose={onClose}
    />
  );
}

const textOf = (count: number | undefined): string =>
  count ? m.undo_text({ count, shown: formatNumber(count) }) : m.undo_text_unknown();
