// Picks several records of another resource, in the order of selection. At the schema's maximum it says so, and offers
// no more until one is removed.
import type { Schema } from '@mizan/openapi/document';
import { m } from '@mizan/ui-kit/messages';
import type { WidgetProps } from '@rjsf/utils';
import { referenceOf } from '../document/schema.ts';
import type { FormContext } from './form-context.ts';
import styles from './form.module.css';
import { described } from './inputs.tsx';
import { ReferencePicker } from './reference-picker.tsx';

const NONE: string[] = [];

export function ReferencesInput(props: WidgetProps) {
  const { id, value, disabled, readonly, schema, rawErrors, registry, onChange } = props;
  const { maxItems: most } = schema as Schema;
  const ids = Array.isArray(value) ? (value as string[]) : NONE;
  const { 'aria-describedby': note, ...input } = described(props);
  const count = `${id}__count`;
  return (
    <div className={styles.references}>
      <ReferencePicker
        inForm
        several
        id={id}
        target={referenceOf(schema as Schema)?.resource}
        ids={ids}
        most={most}
        names={(registry.formContext as FormContext).names}
        disabled={Boolean(disabled || readonly)}
        wrong={(rawErrors?.length ?? 0) > 0}
        input={{
          ...input,
          // An empty list is valid, too.
          'aria-required': undefined,
          'aria-describedby': [note, count].filter(Boolean).join(' '),
        }}
        onChange={onChange}
      />
      <p id={count} className={styles.hint} role="status">
        {most === undefined
          ? m.admin_references_count({ count: ids.length })
          : ids.length >= most
            ? m.admin_references_full({ most })
            : m.admin_references_of_most({ count: ids.length, most })}
      </p>
    </div>
  );
}
