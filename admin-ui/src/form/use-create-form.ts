// Creating a record, in any form.
import { m } from '@mizan/ui-kit/messages';
import { useMemo, useRef } from 'react';
import { useCreate } from 'ra-core';
import { useLocation } from 'react-router';
import type { Values } from '../data/changes.ts';
import type { Loaded } from '../data/data-provider.ts';
import { Proposed } from '../data/proposed.ts';
import { useUndoToast } from '../data/undo-toast.ts';
import { useProposes } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { useTexts } from '../module/texts.ts';
import type { DialogTexts } from '../module/types.ts';
import { defaultsOf, referencesIn } from './form-data.ts';
import { createSchema } from './form-schema.ts';
import { orProposed, useReportProposed } from './use-proposed.ts';
import { useSubmit, type Submission } from './use-submit.ts';

/**
 * Returns the initial values and the submission. `onDone` navigates afterwards; it gets no record when the creation was only
 * proposed. `texts` are the labels of the button.
 */
export function useCreateForm(
  resource: Resource,
  onDone: (created?: Loaded) => void | Promise<void>,
  { submit, busy }: Pick<DialogTexts, 'submit' | 'busy'> = {},
) {
  const [create] = useCreate(resource.name, {}, { returnPromise: true });
  const texts = useTexts(resource);
  const report = useUndoToast(resource);
  const proposes = useProposes(resource, 'create');
  const reportProposed = useReportProposed();
  // The form stays mounted for a moment after the record was created: a second click must not create another one.
  const hasCreated = useRef(false);
  const schema = useMemo(() => createSchema(resource) ?? {}, [resource]);
  // The URL may contain references of the new record, from where the user came.
  const { search } = useLocation();
  const initial = useMemo(
    () => ({ ...defaultsOf(schema), ...referencesIn(schema, new URLSearchParams(search)) }),
    [schema, search],
  );
  const context = useMemo(() => ({ names: {}, singular: resource.singular, resource }), [resource]);
  const sending = useSubmit<Values, Loaded | Proposed>({
    send: (data, idempotencyKey) =>
      orProposed(create(undefined, { data, meta: { idempotencyKey } }) as Promise<Loaded>),
    async onDone(created) {
      hasCreated.current = true;
      if (created instanceof Proposed) {
        reportProposed(created);
        await onDone();
        return;
      }
      report(texts.created, created, { operation: resource.operations.create, by: [resource.operations.delete] });
      await onDone(created);
    },
    failed: texts.createFailed,
    toasts: true,
  });
  const saving: Submission<Values> = {
    ...sending,
    submit: async (values) => (hasCreated.current ? undefined : sending.submit(values)),
  };
  const labels = proposes
    ? { save: m.propose(), saving: m.proposing() }
    : { save: submit ?? m.admin_create({ singular: resource.singular }), saving: busy ?? m.admin_creating() };
  return { schema, initial, context, creating: true, labels, saving };
}
