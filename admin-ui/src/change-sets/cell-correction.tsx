// Corrects one field of a row in its place, with the input that the record's form has for it.
import { Button } from '@mizan/ui-kit/button';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, type FormEvent } from 'react';
import { updateOf } from '../bulk/bulk-schema.ts';
import type { ChangeSet, SetRow } from '../data/change-sets.ts';
import type { Values } from '../data/changes.ts';
import { isAtFields } from '../data/problems.ts';
import { idOf, type Resource } from '../document/resources.ts';
import { formDataOf, namesIn } from '../form/form-data.ts';
import { SchemaFields } from '../form/schema-fields.tsx';
import { useSchemaForm } from '../form/use-schema-form.ts';
import { useSubmit } from '../form/use-submit.ts';
import type { Correction } from './correction.ts';
import { fieldsOfRow } from './fields-of-row.ts';
import { correctRow } from './set-data.ts';
import styles from './set.module.css';

interface Props {
  set: ChangeSet;
  row: SetRow;
  resource: Resource;
  /** The name of the field in the record. */
  name: string;
  label: string;
  correction: Correction;
  /** What is wrong with the value. */
  messages: string[];
  onClose: () => void;
}

const CONTROL = ':is(input:not([type="hidden"]), select, textarea, button):not([disabled])';

export function CellCorrection({ set, row, resource, name, label, correction, messages, onClose }: Props) {
  const client = useQueryClient();
  const root = useRef<HTMLDivElement>(null);
  const { field, schema } = correction;
  const record = useMemo(() => ({ ...row.before, ...row.after }), [row]);
  const initial = useMemo(() => formDataOf(schema, record), [schema, record]);
  const context = useMemo(
    () => ({ names: namesIn(resource, record), singular: resource.singular, resource }),
    [resource, record],
  );
  const saving = useSubmit<Values, SetRow>({
    send: (after) => correctRow(idOf(set), row.row, after),
    async onDone(saved) {
      const isWrong = fieldsOfRow(resource, saved).some((one) => one.field === name && one.errors.length > 0);
      if (!isWrong) toast.success(m.set_corrected({ label }));
      await client.invalidateQueries({ queryKey: ['change-sets'] });
      onClose();
    },
    onError: (error) =>
      isAtFields(error)
        ? { problems: error.errors.map(({ message }) => ({ pointer: `/${field}`, message })) }
        : undefined,
    failed: m.set_correct_failed(),
  });
  const form = useSchemaForm({
    schema,
    initial,
    refused: saving.problems,
    forget: saving.forget,
    root,
  });
  useEffect(() => {
    root.current?.querySelector<HTMLElement>(CONTROL)?.focus();
  }, []);
  const send = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!saving.running.current && form.check()) void saving.submit(updateOf(schema, form.data));
  };
  return (
    // Escape leaves the value as it is.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      noValidate
      className={styles.editor}
      aria-label={m.set_correcting({ label })}
      onSubmit={send}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
    >
      <SchemaFields schema={schema} form={form} root={root} context={context} />
      {messages.map((message) => (
        <p key={message} className={styles.wrong}>
          {message}
        </p>
      ))}
      {saving.failure && (
        <p className={styles.wrong} role="alert">
          {saving.failure}
        </p>
      )}
      <div className={styles.buttons}>
        <Button type="submit" className={styles.small} busy={saving.busy}>
          {m.admin_save()}
        </Button>
        <Button look="quiet" className={styles.small} onClick={onClose}>
          {m.admin_cancel()}
        </Button>
      </div>
    </form>
  );
}
