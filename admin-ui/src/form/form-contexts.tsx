// The contexts of react-admin within a form, for the parts of modules: the record, and saving. The form itself does not
// use react-hook-form, which react-admin's own inputs need.
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { RecordContextProvider, SaveContextProvider, type RaRecord, type SaveContextValue } from 'ra-core';
import type { Values } from '../data/changes.ts';
import { messagesAtFields } from '../data/problems.ts';
import type { Submission } from './use-submit.ts';

interface Props {
  /** The edited record; undefined when one is created. */
  record?: RaRecord<string>;
  /** The same submission as that of the form's button. */
  submission: Pick<Submission<Values>, 'submit'>;
  children: ReactNode;
}

export function FormContexts({ record, submission: { submit }, children }: Props) {
  const latest = useRef(submit);
  useEffect(() => {
    latest.current = submit;
  });
  const value = useMemo<SaveContextValue>(
    () => ({
      mutationMode: 'pessimistic',
      save: async (values: Values) => {
        const refusal = await latest.current(values);
        return refusal?.problems && messagesAtFields(refusal.problems);
      },
    }),
    [],
  );
  return (
    <SaveContextProvider value={value}>
      <RecordContextProvider value={record}>{children}</RecordContextProvider>
    </SaveContextProvider>
  );
}
