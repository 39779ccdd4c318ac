// The questions before a change set is applied, discarded or undone, and what the server answers when that is not possible.
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangeSet } from '../data/change-sets.ts';
import type { Job } from '../data/jobs.ts';
import { errorMessage, isRefused, isStatus } from '../data/problems.ts';
import { useRecordCache } from '../data/record.ts';
import { idOf, type Resource } from '../document/resources.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { useSubmit } from '../form/use-submit.ts';
import { JobProgress } from '../frame/job-progress.tsx';
import type { Decisions } from './may-decide.ts';
import { applySet, discardSet, undoSet } from './set-data.ts';
import { countsOf } from './set-texts.ts';
import styles from './set.module.css';

interface Props {
  set: ChangeSet;
  resource: Resource;
  decisions: Decisions;
  onClose: () => void;
}

/** The number of records that are named. */
const MOST = 50;

const messagesOf = (error: unknown): string[] =>
  isRefused(error) ? [...new Set(error.errors.map(({ message }) => message))] : [];

function Messages({ label, of }: { label: string; of: string[] }) {
  if (of.length === 0) return null;
  return (
    <>
      <p className={styles.since}>{label}</p>
      <ul
        className={styles.messages}
        aria-label={label}
        // A scrolling region must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        {of.slice(0, MOST).map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </>
  );
}

/** Offers to plan the changes again after records were changed since. */
export function ApplyDialog({ set, resource, decisions, onClose }: Props) {
  const cache = useRecordCache(resource);
  const [stale, setStale] = useState<string[]>([]);
  const [job, setJob] = useState<Job>();
  const applying = useSubmit<boolean, ChangeSet>({
    send: (replan, key) => applySet(idOf(set), replan, key, setJob),
    onDone(answer) {
      toast.success(answer.state === 'applied' ? m.set_applied_done() : m.set_replanned());
      cache.any();
      onClose();
    },
    onError(error, replan) {
      const messages = messagesOf(error);
      setStale(isStatus(error, 409) ? messages : []);
      // Its rows, and their errors, may be others now.
      if (replan) cache.any();
      return { failure: errorMessage(error, replan ? m.set_replan_failed() : m.set_apply_failed()) };
    },
    failed: m.set_apply_failed(),
  });
  const again = stale.length > 0;
  const label = again ? m.set_replan() : set.state === 'proposed' && !decisions.own ? m.set_approve() : m.set_apply();
  return (
    <FormDialog
      title={m.set_apply_title()}
      description={m.set_apply_text({ counts: countsOf(set) })}
      submit={{ label, busy: m.set_applying(), danger: set.kind === 'delete' && !again }}
      question
      size="medium"
      busy={applying.busy}
      why={applying.why}
      failure={applying.failure}
      failureLinks={<Messages label={m.set_stale()} of={stale} />}
      onSubmit={() => void applying.submit(again)}
      onClose={onClose}
    >
      {applying.busy && <JobProgress job={job} label={m.set_applying()} />}
    </FormDialog>
  );
}

export function DiscardDialog({ set, decisions, onClose }: Props) {
  const client = useQueryClient();
  const discarding = useSubmit({
    send: () => discardSet(idOf(set)),
    onDone() {
      toast.success(m.set_discarded_done());
      void client.invalidateQueries({ queryKey: ['change-sets'] });
      onClose();
    },
    failed: m.set_discard_failed(),
  });
  const [title, label] =
    set.state !== 'proposed'
      ? [m.set_discard_title(), m.set_discard()]
      : decisions.own
        ? [m.set_withdraw_title(), m.set_withdraw()]
        : [m.set_turn_down_title(), m.set_turn_down()];
  return (
    <FormDialog
      title={title}
      description={m.set_discard_text()}
      submit={{ label, busy: m.set_discarding(), danger: true }}
      question
      busy={discarding.busy}
      why={discarding.why}
      failure={discarding.failure}
      onSubmit={() => void discarding.submit()}
      onClose={onClose}
    />
  );
}

/** Offers to undo the others after records were changed since. */
export function UndoDialog({ set, resource, onClose }: Props) {
  const cache = useRecordCache(resource);
  const [since, setSince] = useState<string[]>([]);
  const [job, setJob] = useState<Job>();
  const undoing = useSubmit<boolean, ChangeSet>({
    send: (skipChanged, key) => undoSet(idOf(set), skipChanged, key, setJob),
    onDone() {
      toast.success(m.set_undone_done());
      cache.any();
      onClose();
    },
    onError(error) {
      const messages = messagesOf(error);
      setSince(isStatus(error, 409) ? messages : []);
      return { failure: errorMessage(error, m.set_undo_failed()) };
    },
    failed: m.set_undo_failed(),
  });
  const remaining = since.length > 0;
  return (
    <FormDialog
      title={m.set_undo_title()}
      description={m.set_undo_text()}
      submit={{ label: remaining ? m.set_undo_remaining() : m.undo(), busy: m.set_undoing() }}
      question
      size="medium"
      busy={undoing.busy}
      why={undoing.why}
      failure={undoing.failure}
      failureLinks={<Messages label={m.set_undo_since()} of={since} />}
      onSubmit={() => void undoing.submit(remaining)}
      onClose={onClose}
    >
      {undoing.busy && <JobProgress job={job} label={m.set_undoing()} />}
    </FormDialog>
  );
}
