// A form of react-hook-form with one field of a generated form, in which react-admin's inputs work.
import { useEffect, useRef, type ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';

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
  const entered = useRef(onChange);
  useEffect(() => {
    entered.current = onChange;
  });
  // The generated form has the value, and may change it, as when the server's version is loaded.
  useEffect(() => {
    if ((getValues(source) ?? undefined) !== value) reset({ [source]: value ?? null });
  }, [getValues, reset, source, value]);
  useEffect(
    () =>
      subscribe({
        name: source,
        formState: { values: true },
        callback: ({ values }) => entered.current(values[source] ?? undefined),
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
