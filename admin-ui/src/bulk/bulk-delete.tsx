// Asks before many records are deleted, saying how many, and says in words why the server refuses.
import { formatNumber } from '@mizan/ui-kit/formats';
import { useIntent } from '@mizan/ui-kit/intent';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { useRef, useState } from 'react';
import { records } from '../data/data-provider.ts';
import { isAtFields, sentenceOf, type FieldProblem } from '../data/problems.ts';
import { useTell } from '../data/record.ts';
import { Confirm } from '../frame/confirm.tsx';
import styles from './bulk.module.css';
import type { BulkProps } from './bulk-props.ts';
import { refusalsOf, refusedRecord } from './refusals.ts';
import { nounOf } from './selection.ts';

/** So many are called by name before the others are only counted. */
const NAMED = 3;

export default function BulkDelete({ resource, chosen, onClose, onDone }: BulkProps) {
  const tell = useTell(resource);
  const intent = useIntent();
  const [refused, setRefused] = useState<string | null>(null);
  const [deleting, setDeleting] = useState(false);
  const busy = useRef(false);
  // The numbers in the question stay what was asked, also while the answer changes the selection behind it.
  const [asked] = useState(chosen);
  const count = formatNumber(asked.size);
  const label = nounOf(resource, asked.size);

  /** Refused for some of the records: which, and why. */
  const sayAll = (errors: FieldProblem[]) =>
    refusalsOf(errors, resource.idsField, [...asked.values()], refusedRecord)
      .slice(0, NAMED)
      .map(({ message }) => message)
      .join(' ');

  const remove = async () => {
    if (busy.current) return;
    busy.current = true;
    setDeleting(true);
    setRefused(null);
    try {
      const ids = [...asked.keys()];
      const { deleted } = await intent.send(ids, (key) => records.removeMany(resource, ids, key));
      toast.success(m.bulk_deleted({ count: formatNumber(deleted), label: nounOf(resource, deleted) }));
      onDone();
      tell.many();
    } catch (error) {
      setRefused(
        isAtFields(error) ? sayAll(error.errors) : sentenceOf(error, m.bulk_delete_failed({ label: resource.nouns })),
      );
    } finally {
      busy.current = false;
      setDeleting(false);
    }
  };

  return (
    <Confirm
      title={m.bulk_delete_title({ count, label })}
      confirm={deleting ? m.admin_deleting() : m.bulk_delete_confirm({ count, label })}
      cancel={m.admin_cancel()}
      danger
      busy={deleting}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      <p className={styles.text}>{namesOf([...asked.values()])}</p>
      {refused && (
        <p className={styles.refused} role="alert">
          {refused}
        </p>
      )}
    </Confirm>
  );
}

function namesOf(titles: string[]): string {
  const names = titles.slice(0, NAMED).map(isolated).join(', ');
  const more = titles.length - NAMED;
  return more > 0 ? m.bulk_delete_names_more({ names, count: formatNumber(more) }) : m.bulk_delete_names({ names });
}

/** A name of another script keeps its own direction within the sentence. */
const isolated = (name: string): string => `\u2068${name}\u2069`;
