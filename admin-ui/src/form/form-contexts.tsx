// A form of a record as the contexts of react-admin, for what a module draws in it: which record it is about, and the way
// to save. The form itself is not one of react-hook-form, which react-admin's own inputs are made for.
import { useMemo, type ReactNode } from 'react';
import { RecordContextProvider, SaveContextProvider, type RaRecord, type SaveContextValue } from 'react-admin';
import type { Values } from '../data/changes.ts';
import { sentencesAtFields, type FieldProblem } from '../data/problems.ts';

interface Props {
  /** What is edited; nothing where a record is created. */
  record?: RaRecord<string>;
  /** The same that the form's button does. */
  save: (values: Values) => Promise<FieldProblem[] | void>;
  children: ReactNode;
}

export function FormContexts({ record, save, children }: Props) {
  const value = useMemo<SaveContextValue>(
    () => ({
      mutationMode: 'pessimistic',
      save: async (values: Values) => {
        const problems = await save(values);
        return problems ? sentencesAtFields(problems) : undefined;
      },
    }),
    [save],
  );
  return (
    <SaveContextProvider value={value}>
      <RecordContextProvider value={record}>{children}</RecordContextProvider>
    </SaveContextProvider>
  );
}
