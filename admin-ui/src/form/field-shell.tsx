// The frame of a field: label, control, and below it the hint or the error.
import { m } from '@mizan/ui-kit/messages';
import type { ReactNode } from 'react';
import { Icon } from '../frame/icon.tsx';
import styles from './form.module.css';

interface Props {
  id: string;
  label?: string | undefined;
  required?: boolean | undefined;
  hint?: string | undefined;
  errors?: string[] | undefined;
  /** The label names a group of controls. */
  group?: boolean;
  children: ReactNode;
}

/** The id of the hint or error, for aria-describedby. */
export const noteId = (id: string): string => `${id}__note`;
/** The id of the label, for aria-labelledby of a group. */
export const labelId = (id: string): string => `${id}__label`;

export function FieldShell({ id, label, required, hint, errors, group, children }: Props) {
  return (
    <div className={styles.field} data-wrong={errors?.length ? true : undefined}>
      {label && (
        <div className={styles.labelRow}>
          {group ? (
            <span id={labelId(id)} className={styles.label}>
              {label}
            </span>
          ) : (
            <label id={labelId(id)} htmlFor={id} className={styles.label}>
              {label}
            </label>
          )}
          {required === false && <span className={styles.optional}>{m.admin_optional()}</span>}
        </div>
      )}
      {children}
      <Note id={id} hint={hint} errors={errors} />
    </div>
  );
}

export function Note({ id, hint, errors }: Pick<Props, 'id' | 'hint' | 'errors'>) {
  if (errors?.length) {
    return (
      <p id={noteId(id)} className={styles.wrong}>
        <Icon name="warning" size={16} />
        <span>{[...new Set(errors)].join(' ')}</span>
      </p>
    );
  }
  return hint ? (
    <p id={noteId(id)} className={styles.hint}>
      {hint}
    </p>
  ) : null;
}
