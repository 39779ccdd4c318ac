// Picks several records of another resource, in the order of selection. At the schema's maximum it says so, and offers
// no more until one is removed. The input of a module may add a line about each option.
import { m } from '@mizan/ui-kit/messages';
import type { ComponentType } from 'react';
import { referenceOf } from '../document/schema.ts';
import type { InputProps } from '../module/types.ts';
import styles from './form.module.css';
import { ReferencePicker } from './reference-picker.tsx';

const NONE: string[] = [];

interface Props extends Pick<InputProps<string[]>, 'id' | 'value' | 'schema' | 'disabled' | 'wrong' | 'describedBy'> {
  names?: Record<string, string>;
  input?: Record<string, unknown>;
  OptionNote?: ComponentType<{ id: string }>;
  onChange: (ids: string[]) => void;
}

export default function References(props: Props) {
  const {
    id,
    value: ids = NONE,
    schema,
    names = {},
    disabled,
    wrong,
    input,
    describedBy,
    OptionNote,
    onChange,
  } = props;
  const { maxItems: most } = schema;
  const count = `${id}__count`;
  return (
    <div className={styles.references}>
      <ReferencePicker
        inForm
        several
        id={id}
        target={referenceOf(schema)?.resource}
        ids={ids}
        most={most}
        names={names}
        disabled={disabled}
        wrong={wrong}
        OptionNote={OptionNote}
        input={{
          'aria-invalid': wrong || undefined,
          ...input,
          // An empty list is valid, too.
          'aria-required': undefined,
          'aria-describedby': [describedBy, count].filter(Boolean).join(' '),
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
