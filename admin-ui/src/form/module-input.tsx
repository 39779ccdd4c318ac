// A field that is entered in a way that its module brings: the label above and the note below are ours, the control
// between them is the module's.
import type { Schema } from '@mizan/openapi/document';
import { ERRORS_KEY, type FieldProps } from '@rjsf/utils';
import type { ComponentType } from 'react';
import type { InputProps } from '../module/types.ts';
import { FieldShell, labelId, noteId } from './field-shell.tsx';

const drawn = new WeakMap<ComponentType<InputProps>, ComponentType<FieldProps>>();

/** The component as a field of rjsf: always the same one, or it would lose what is typed. */
export function fieldOf(Input: ComponentType<InputProps>): ComponentType<FieldProps> {
  const known = drawn.get(Input);
  if (known) return known;
  function ModuleField(props: FieldProps) {
    const { schema, fieldPathId, formData, name, required, disabled, readonly, errorSchema, onChange } = props;
    const id = fieldPathId.$id;
    const errors = errorSchema?.[ERRORS_KEY] ?? [];
    const wrong = errors.length > 0;
    return (
      <FieldShell
        id={id}
        label={schema.title ?? name}
        required={schema.readOnly ? undefined : Boolean(required)}
        hint={schema.description}
        errors={errors}
      >
        <Input
          id={id}
          value={formData as unknown}
          schema={schema as Schema}
          required={Boolean(required)}
          disabled={Boolean(disabled || readonly)}
          wrong={wrong}
          labelledBy={labelId(id)}
          describedBy={wrong || schema.description ? noteId(id) : undefined}
          onChange={(value) => onChange(value, fieldPathId.path)}
        />
      </FieldShell>
    );
  }
  drawn.set(Input, ModuleField);
  return ModuleField;
}
