// A form of react-hook-form with one field of a generated form, in which react-admin's inputs work.
import { useEffect, useRef, type ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { same } from '../data/changes.ts';

interface Props {
  /** The name of the field, which is the input's `source`. */
  source: string;
  /** As the generated form gives them to a module's input. */
  value: unknown;
  disabled: boolean;
  wrong: boolean;
  onChange(value: unknown): void;
  children: ReactNode;
}

export default function FieldForm({ source, value, disabled, wrong, onChange, children }: Props) {
  const form = useForm<Record<string, unknown>>({ defaultValues: { [source]: value ?? null }, disabled });
  const { getValues, reset, subscribe, setError, clearErrors } = form;
  const latest = useRef({ value, onChange });
  useEffect(() => {
    latest.current = { value, onChange };
  });
  // The generated form has the value, and may change it, as when the server's version is loaded.
  useEffect(() => {
    if (!same(getValues(source) ?? undefined, value)) reset({ [source]: value ?? null });
  }, [getValues, reset, source, value]);
  useEffect(
    () =>
      subscribe({
        name: source,
        formState: { values: true },
        callback: ({ values }) => {
          const entered = values[source] ?? undefined;
          // Not what the generated form has given it.
          if (!same(entered, latest.current.value)) latest.current.onChange(entered);
        },
      }),
    [subscribe, source],
  );
  // The message is below the field already.
  useEffect(() => {
    if (wrong) setError(source, { type: 'server', message: ' ' });
    else clearErrors(source);
  }, [wrong, setError, clearErrors, source]);
  return <FormProvider {...form}>{children}</FormProvider>;
}
