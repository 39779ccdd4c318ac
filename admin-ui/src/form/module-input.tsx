// A field with a module's own input: the form draws the label and the hint, the module the control between them.
import type { Schema } from '@mizan/openapi/document';
import type { FieldProps } from '@rjsf/utils';
import { Suspense, type ComponentType } from 'react';
import type { InputProps } from '../module/types.ts';
import { FieldShell, labelId, noteId } from './field-shell.tsx';
import styles from './form.module.css';

const drawn = new WeakMap<ComponentType<InputProps>, ComponentType<FieldProps>>();

/** Wraps the component as an rjsf field. Memoized, because a new component would be mounted anew and lose its input. */
export function fieldOf(Input: ComponentType<InputProps>): ComponentType<FieldProps> {
  const known = drawn.get(Input);
  if (known) return known;
  function ModuleField(props: FieldProps) {
    const { schema, fieldPathId, formData, name, required, disabled, readonly, rawErrors, onChange } = props;
    const id = fieldPathId.$id;
    const errors = rawErrors ?? [];
    const wrong = errors.length > 0;
    return (
      <FieldShell
        id={id}
        label={schema.title ?? name}
        required={schema.readOnly ? undefined : Boolean(required)}
        hint={schema.description}
        errors={errors}
      >
        {/* It may be loaded when it is first drawn. */}
        <Suspense fallback={<div className={styles.expected} />}>
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
        </Suspense>
      </FieldShell>
    );
  }
  drawn.set(Input, ModuleField);
  return ModuleField;
}
