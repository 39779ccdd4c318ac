// Picks a record of another resource for a field.
import type { Schema } from '@mizan/openapi/document';
import { ERRORS_KEY, type FieldProps, type WidgetProps } from '@rjsf/utils';
import { referenceWithin } from '../document/schema.ts';
import { FieldShell, noteId } from './field-shell.tsx';
import type { FormContext } from './form-context.ts';
import { described, isWrong } from './inputs.tsx';
import { ReferencePicker } from './reference-picker.tsx';

const NONE: string[] = [];

/** For a field with an identifier. */
export function ReferenceWidget(props: WidgetProps) {
  const { id, value, schema, disabled, readonly, registry, onChange } = props;
  return (
    <ReferencePicker
      inForm
      id={id}
      target={(schema as Schema)['x-reference']?.resource}
      ids={typeof value === 'string' && value !== '' ? [value] : NONE}
      names={(registry.formContext as FormContext).names}
      disabled={Boolean(disabled || readonly)}
      wrong={isWrong(props)}
      input={described(props)}
      onChange={([chosen]) => onChange(chosen)}
    />
  );
}

/** For a field with an object that consists of an identifier. */
export function ReferenceObjectField(props: FieldProps) {
  const { schema, fieldPathId, formData, name, required, disabled, readonly, registry, onChange } = props;
  const inner = referenceWithin(schema as Schema);
  if (!inner) return null;
  const { key, property } = inner;
  const id = fieldPathId.$id;
  const current: unknown = formData?.[key];
  const errors = [...(props.rawErrors ?? []), ...(props.errorSchema?.[key]?.[ERRORS_KEY] ?? [])];
  const hint = schema.description ?? property.description;
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
          'aria-describedby': errors.length > 0 || hint ? noteId(id) : undefined,
        }}
        onChange={([chosen]) => onChange(chosen === undefined ? undefined : { [key]: chosen }, fieldPathId.path)}
      />
    </FieldShell>
  );
}
