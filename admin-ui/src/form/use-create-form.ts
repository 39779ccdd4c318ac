// Creating a record, in any form.
import { useMemo, useRef } from 'react';
import { useCreate } from 'ra-core';
import { useLocation } from 'react-router';
import type { Values } from '../data/changes.ts';
import type { Loaded } from '../data/data-provider.ts';
import { useUndoToast } from '../data/undo-toast.ts';
import type { Resource } from '../document/resources.ts';
import { useTexts } from '../module/texts.ts';
import { defaultsOf, referencesIn } from './form-data.ts';
import { createSchema } from './form-schema.ts';
import { useSubmit, type Submission } from './use-submit.ts';

/** Returns the initial values and the submission; `onDone` navigates afterwards. */
export function useCreateForm(resource: Resource, onDone: (created: Loaded) => void | Promise<void>) {
  const [create] = useCreate(resource.name, {}, { returnPromise: true });
  const texts = useTexts(resource);
  const report = useUndoToast(resource);
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
  const sending = useSubmit<Values, Loaded>({
    send: (data, idempotencyKey) => create(undefined, { data, meta: { idempotencyKey } }) as Promise<Loaded>,
    async onDone(created) {
      hasCreated.current = true;
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
  return { schema, initial, context, creating: true, saving };
}
