// A form of a record as the contexts of react-admin, for what a module draws in it: which record it is about, and the way
// to save. The form itself is not one of react-hook-form, which react-admin's own inputs are made for.
import { useMemo, type ReactNode } from 'react';
import { RecordContextProvider, SaveContextProvider, type RaRecord, type SaveContextValue } from 'react-admin';
import type { Values } from '../data/changes.ts';
import { messagesAtFields } from '../data/problems.ts';
import type { Submission } from './use-submit.ts';

interface Props {
  /** What is edited; nothing where a record is created. */
  record?: RaRecord<string>;
  /** The same that the form's button does. */
  submission: Pick<Submission<Values>, 'submit'>;
  children: ReactNode;
}

export function FormContexts({ record, submission: { submit }, children }: Props) {
  const value = useMemo<SaveContextValue>(
    () => ({
      mutationMode: 'pessimistic',
      save: async (values: Values) => {
        const refusal = await submit(values);
        return refusal?.problems && messagesAtFields(refusal.problems);
      },
    }),
    [submit],
  );
  return (
    <SaveContextProvider value={value}>
      <RecordContextProvider value={record}>{children}</RecordContextProvider>
    </SaveContextProvider>
  );
}
