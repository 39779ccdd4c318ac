// Making a record, wherever its form is drawn.
import { toast } from '@mizan/ui-kit/toaster';
import { useMemo, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Values } from '../data/changes.ts';
import { records, type Loaded } from '../data/data-provider.ts';
import { useRecordCache } from '../data/record.ts';
import type { Resource } from '../document/resources.ts';
import { useTexts } from '../module/texts.ts';
import { defaultsOf, referencesIn } from './form-data.ts';
import { createSchema } from './form-schema.ts';
import { useSubmit, type Submission } from './use-submit.ts';

/** What the form of a new record starts with, and what saves it; `onDone` is where one goes then. */
export function useCreate(resource: Resource, onDone: (created: Loaded) => void | Promise<void>) {
  const cache = useRecordCache(resource);
  const texts = useTexts(resource);
  // The form may still be there for a moment after its record was made: a second click makes no second one.
  const hasCreated = useRef(false);
  const schema = useMemo(() => createSchema(resource) ?? {}, [resource]);
  // What the new record refers to may stand in the address: where one came from.
  const { search } = useLocation();
  const initial = useMemo(
    () => ({ ...defaultsOf(schema), ...referencesIn(schema, new URLSearchParams(search)) }),
    [schema, search],
  );
  const context = useMemo(() => ({ names: {}, singular: resource.singular, resource }), [resource]);
  const sending = useSubmit<Values, Loaded>({
    send: (values, key) => records.create(resource, values, key),
    async onDone(created) {
      hasCreated.current = true;
      cache.saved(created);
      toast.success(texts.created);
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
