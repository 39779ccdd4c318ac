// Creates a record of another resource in a dialog over the form, which then selects it.
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { useMemo, useRef } from 'react';
import { useCreate } from 'ra-core';
import type { Values } from '../data/changes.ts';
import type { Loaded } from '../data/data-provider.ts';
import type { Resource } from '../document/resources.ts';
import type { InlineCreateProps } from './inline-create-context.ts';
import { defaultsOf } from './form-data.ts';
import { FormDialog } from './form-dialog.tsx';
import { createSchema } from './form-schema.ts';
import { SchemaFields } from './schema-fields.tsx';
import { useSavedForm } from './use-schema-form.ts';
import { useSubmit } from './use-submit.ts';

export default function InlineCreate({ resource, typed, onCreated, onClose }: InlineCreateProps) {
  const [create] = useCreate(resource.name, {}, { returnPromise: true });
  const root = useRef<HTMLDivElement>(null);
  const schema = useMemo(() => createSchema(resource) ?? {}, [resource]);
  const initial = useMemo(() => startOf(resource, typed), [resource, typed]);
  const context = useMemo(() => ({ names: {}, singular: resource.singular, resource }), [resource]);
  const saving = useSubmit<Values, Loaded>({
    send: (data, idempotencyKey) => create(undefined, { data, meta: { idempotencyKey } }) as Promise<Loaded>,
    onDone(created) {
      toast.success(m.admin_created({ singular: resource.singular }));
      onCreated(created);
    },
    failed: m.admin_create_failed({ noun: resource.noun }),
  });
  const form = useSavedForm({ schema, initial, creating: true, saving, root });
  const failure = [saving.failure, ...form.homeless].filter(Boolean).join(' ') || undefined;
  const title = m.admin_create({ singular: resource.singular });
  return (
    <FormDialog
      title={title}
      size="medium"
      submit={{ label: title, busy: m.admin_creating() }}
      busy={saving.busy}
      why={saving.why}
      failure={failure}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <SchemaFields schema={schema} form={form} root={root} context={context} />
    </FormDialog>
  );
}

/** The typed search becomes the first field of the title, if that is a text input. */
function startOf(resource: Resource, typed: string): Values {
  const schema = createSchema(resource) ?? {};
  const first = schema.properties?.[resource.title];
  const takes = typed !== '' && first?.type === 'string' && !first.format && !first.enum && !first['x-reference'];
  return { ...defaultsOf(schema), ...(takes && { [resource.title]: typed }) };
}
