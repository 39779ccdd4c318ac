// Picks a record of another resource for a field.
import type { Schema } from '@mizan/openapi/document';
import { ERRORS_KEY, type FieldProps, type WidgetProps } from '@rjsf/utils';
import { referenceWithin } from '../document/schema.ts';
import { FieldShell, noteId } from './field-shell.tsx';
import type { FormContext } from './form-context.ts';
import { ReferencePicker } from './reference-picker.tsx';

const NONE: string[] = [];

/** For a field with an identifier. */
export function ReferenceWidget(props: WidgetProps) {
  const { id, value, schema, required, rawErrors, disabled, readonly, hideLabel, label, registry, onChange } = props;
  const wrong = (rawErrors?.length ?? 0) > 0;
  return (
    <ReferencePicker
      inForm
      id={id}
      target={(schema as Schema)['x-reference']?.resource}
      ids={typeof value === 'string' && value !== '' ? [value] : NONE}
      names={(registry.formContext as FormContext).names}
      disabled={Boolean(disabled || readonly)}
      wrong={wrong}
      input={{
        'aria-invalid': wrong || undefined,
        'aria-required': required || undefined,
        'aria-describedby': wrong || schema.description ? noteId(id) : undefined,
        'aria-label': hideLabel ? label.replace(/-(\d+)$/, ' $1') : undefined,
      }}
      onChange={([chosen]) => onChange(chosen)}
    />
  );
}

/** For a field with an object that consists of an identifier. */
export function ReferenceObjectField(props: FieldProps) {
  const {
    schema,
    fieldPathId,
    formData,
    name,
    required,
    disabled,
    readonly,
    rawErrors,
    errorSchema,
    registry,
    onChange,
  } = props;
  const inner = referenceWithin(schema as Schema);
  if (!inner) return null;
  const { key, property } = inner;
  const id = fieldPathId.$id;
  const current: unknown = formData?.[key];
  const errors = [...(rawErrors ?? []), ...(errorSchema?.[key]?.[ERRORS_KEY] ?? [])];
  const hint = schema.description ?? property.description;
  const described = errors.length > 0 || hint ? noteId(id) : undefined;
  return (
    <FieldShell
      id={id}
      label={schema.title ?? property.title ?? name}
      required={required ?? false}
      hint={hint}
      errors={errors}
    >
      <ReferencePicker
        inForm
        id={id}
        target={property['x-reference']?.resource}
        ids={typeof current === 'string' && current !== '' ? [current] : NONE}
        names={(registry.formContext as FormContext).names}
        disabled={Boolean(disabled || readonly)}
        wrong={errors.length > 0}
        input={{
          'aria-invalid': errors.length > 0 || undefined,
          'aria-required': required || undefined,
          'aria-describedby': described,
        }}
        onChange={([chosen]) => onChange(chosen === undefined ? undefined : { [key]: chosen }, fieldPathId.path)}
      />
    </FieldShell>
  );
}
