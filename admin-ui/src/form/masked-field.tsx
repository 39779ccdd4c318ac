// A field that the user may not see: its label, and why there is no control.
import type { FieldProps } from '@rjsf/utils';
import { Masked } from '../fields/masked.tsx';
import { FieldShell } from './field-shell.tsx';

export function MaskedField({ schema, fieldPathId, name }: FieldProps) {
  return (
    <FieldShell id={fieldPathId.$id} label={schema.title ?? name} hint={schema.description} group>
      <Masked />
    </FieldShell>
  );
}
