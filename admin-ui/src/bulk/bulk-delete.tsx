// Asks before many records are deleted, with their number, and shows why the server rejects it.
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { Unbroken } from '@mizan/ui-kit/unbroken';
import { toast } from '@mizan/ui-kit/toaster';
import { useState } from 'react';
import { records } from '../data/data-provider.ts';
import { isAtFields, type FieldProblem } from '../data/problems.ts';
import { useRecordCache } from '../data/record.ts';
import { nounOf } from '../document/resources.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { useSubmit } from '../form/use-submit.ts';
import type { BulkProps } from './bulk-props.ts';
import { refusalsOf, refusedRecord } from './refusals.ts';
import { titlesOf } from './selection.ts';

/** The number of records that are named; the others are only counted. */
const NAMED = 3;

export default function BulkDelete({ resource, chosen, onClose, onDone }: BulkProps) {
  const cache = useRecordCache(resource);
  // The question keeps its numbers while the response changes the selection.
  const [targets] = useState(chosen);
  const count = formatNumber(targets.size);
  const label = nounOf(resource, targets.size);

  /** Some records were rejected: lists which, and why. */
  const sayAll = (errors: FieldProblem[]) =>
    refusalsOf(errors, resource.idsField, titlesOf(targets), refusedRecord)
      .slice(0, NAMED)
      .map(({ message }) => message)
      .join(' ');
  const deleting = useSubmit({
    send: (ids: string[], key) => records.removeMany(resource, ids, key),
    onDone({ deleted }) {
      toast.success(m.bulk_deleted({ count: formatNumber(deleted), label: nounOf(resource, deleted) }));
      onDone();
      cache.many();
    },
    onError: (error) => (isAtFields(error) ? { failure: sayAll(error.errors) } : undefined),
    failed: m.bulk_delete_failed({ label: resource.nouns }),
  });

  return (
    <FormDialog
      title={m.bulk_delete_title({ count, label })}
      description={<Unbroken>{namesOf(titlesOf(targets))}</Unbroken>}
      submit={{ label: m.bulk_delete_confirm({ count, label }), busy: m.admin_deleting(), danger: true }}
      question
      busy={deleting.busy}
      failure={deleting.failure}
      onSubmit={() => void deleting.submit([...targets.keys()])}
      onClose={onClose}
    />
  );
}

function namesOf(titles: string[]): string {
  const names = titles.slice(0, NAMED).map(isolated).join(', ');
  const more = titles.length - NAMED;
  return more > 0 ? m.bulk_delete_names_more({ names, count: formatNumber(more) }) : m.bulk_delete_names({ names });
}

/** A name in another script keeps its own direction within the text. */
const isolated = (name: string): string => `\u2068${name}\u2069`;
