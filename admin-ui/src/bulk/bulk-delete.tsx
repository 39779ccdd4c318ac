// Asks before many records are deleted, with their number, and shows why the server rejects it, with links to what
// refers to them. Of all that a list shows the server says beforehand how many it would delete, or why not.
import { Button } from '@mizan/ui-kit/button';
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { Unbroken } from '@mizan/ui-kit/unbroken';
import { Progress } from '@mizan/ui-kit/skeleton';
import { useEffect, useRef, useState } from 'react';
import { records } from '../data/data-provider.ts';
import { MOST_CONDITIONS } from '../data/filter-group.ts';
import { isAtFields, isStatus, type FieldProblem } from '../data/problems.ts';
import { useRecordCache } from '../data/record.ts';
import { useUndoToast } from '../data/undo-toast.ts';
import { useProposes } from '../document/context.tsx';
import { nounOf } from '../document/resources.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { useSubmit } from '../form/use-submit.ts';
import { Referring } from '../verbs/referring.tsx';
import { sizeOf, whichOf, type BulkProps } from './bulk-props.ts';
import { refusalsOf } from './refusals.ts';
import styles from './bulk.module.css';
import { titlesOf } from './selection.ts';
import { useLookFirst } from './use-look-first.ts';

/** The number of records that are named; the others are only counted. */
const NAMED = 3;
const NONE: string[] = [];

export default function BulkDelete({ resource, chosen, all, onClose, onDone }: BulkProps) {
  const cache = useRecordCache(resource);
  const report = useUndoToast(resource);
  const proposes = useProposes(resource, 'bulkDelete');
  // The question keeps its numbers while the response changes the selection.
  const [targets] = useState({ chosen, all });
  const [planned, setPlanned] = useState(targets.all ? undefined : targets.chosen.size);
  const [referred, setReferred] = useState(NONE);
  const titles = titlesOf(targets.chosen);
  const size = planned ?? sizeOf(targets);
  const count = formatNumber(size);
  const label = nounOf(resource, size);

  /** Some records were rejected: lists which, and why. */
  const sayAll = (errors: FieldProblem[]) =>
    refusalsOf(errors, resource.idsField, titles)
      .slice(0, NAMED)
      .map(({ message }) => message)
      .join(' ');
  const deleting = useSubmit({
    send: async (dryRun: boolean, key) => ({
      dryRun,
      answer: await records.removeMany(resource, whichOf(targets), dryRun ? undefined : key, dryRun),
    }),
    onDone({ dryRun, answer }) {
      const { deleted } = answer;
      if (dryRun) {
        setPlanned(deleted);
        return;
      }
      report(m.bulk_deleted({ count: formatNumber(deleted), label: nounOf(resource, deleted) }), answer, {
        operation: resource.operations.bulkDelete,
        by: [resource.operations.restore],
      });
      onDone();
      cache.many();
    },
    onError(error) {
      // One filter can name so many.
      const isNamed = !targets.all && targets.chosen.size <= MOST_CONDITIONS;
      setReferred(isNamed && isStatus(error, 409) ? [...targets.chosen.keys()] : NONE);
      return isAtFields(error) ? { failure: sayAll(error.errors) } : undefined;
    },
    failed: m.bulk_delete_failed({ label: resource.nouns }),
  });

  const looking = useLookFirst();
  const look = () => void looking.submit({ resource: resource.name, delete: true, which: whichOf(targets) });
  const { submit } = deleting;
  const plan = useRef(submit);
  useEffect(() => {
    if (targets.all && !proposes) void plan.current(true);
  }, [targets, proposes]);

  const isPlanning = planned === undefined && !proposes;
  return (
    <FormDialog
      title={m.bulk_delete_title({ count, label })}
      description={targets.all ? m.bulk_delete_all() : <Unbroken>{namesOf(titles)}</Unbroken>}
      submit={{
        label: proposes ? m.propose_deletion() : m.bulk_delete_confirm({ count, label }),
        busy: looking.busy ? m.set_making() : m.admin_deleting(),
        danger: !proposes,
        early: isPlanning || size === 0,
      }}
      question
      aside={
        resource.plans &&
        !proposes && (
          <Button look="secondary" busy={looking.busy} onClick={look}>
            {m.set_look_first()}
          </Button>
        )
      }
      busy={looking.busy || (deleting.busy && !isPlanning)}
      why={deleting.why ?? looking.why}
      failure={deleting.failure ?? looking.failure ?? looking.problems[0]?.message}
      failureLinks={referred.length > 0 && <Referring resource={resource} ids={referred} onLeave={onClose} />}
      onSubmit={() => (proposes ? look() : void submit(false))}
      onClose={onClose}
    >
      {targets.all && (
        <p role="status" className={styles.status}>
          {isPlanning && !deleting.failure && m.bulk_planning()}
        </p>
      )}
      {targets.all && deleting.busy && <Progress className={styles.progress} label={m.admin_deleting()} />}
    </FormDialog>
  );
}

function namesOf(titles: string[]): string {
  const names = titles.slice(0, NAMED).map(isolated).join(', ');
  const more = titles.length - NAMED;
  return more > 0 ? m.bulk_delete_names_more({ names, count: formatNumber(more) }) : m.bulk_delete_names({ names });
}

/** A name in another script keeps its own direction within the text. */
const isolated = (name: string): string => `\u2068${name}\u2069`;
