// The dialog of a verb: a question, or a form for its input.
import { m } from '@mizan/ui-kit/messages';
import { useMemo, useRef } from 'react';
import { titleOf } from '../document/resources.ts';
import { defaultsOf, namesIn } from '../form/form-data.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { createSchema } from '../form/form-schema.ts';
import { SchemaFields } from '../form/schema-fields.tsx';
import { useSchemaForm } from '../form/use-schema-form.ts';
import type { VerbDialogProps } from '../module/types.ts';
import { AboutRecord } from './about-record.tsx';
import { usePerform } from './use-perform.ts';
import { filledIn } from './verb-texts.ts';

const NOTHING = {};

export default function VerbDialog({ resource, record, verb, onClose }: VerbDialogProps) {
  // A rejected question closes; a form stays open with its input.
  const options = { toasts: true, onRefused: onClose };
  const sending = usePerform(resource, record, { onDone: onClose, ...(!verb.body && options) });
  const root = useRef<HTMLDivElement>(null);
  const schema = useMemo(() => createSchema({ input: verb.body }) ?? NOTHING, [verb]);
  const initial = useMemo(() => defaultsOf(schema), [schema]);
  const context = useMemo(
    () => ({ names: namesIn(resource, record), singular: resource.singular }),
    [record, resource],
  );
  const form = useSchemaForm({ schema, initial, refused: sending.problems, forget: sending.forget, root });
  const { body, confirm, danger, label } = verb;
  return (
    <FormDialog
      title={filledIn(confirm?.title ?? label, titleOf(resource, record), record)}
      description={<AboutRecord resource={resource} record={record} text={confirm?.text} />}
      submit={{ label, busy: m.verb_busy(), danger }}
      size={body ? 'medium' : 'small'}
      question={!body}
      busy={sending.busy}
      why={sending.why}
      failure={[sending.failure, ...form.homeless].filter(Boolean).join(' ') || undefined}
      onSubmit={() => form.check() && void sending.submit({ verb, ...(body && { body: form.ready }) })}
      onClose={onClose}
    >
      {body && <SchemaFields schema={schema} form={form} root={root} context={context} />}
    </FormDialog>
  );
}
