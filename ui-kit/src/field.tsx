// The parts of a form: a field has a label above and a hint below, which an error replaces; an error that belongs to no
// field is above them all.
import {
  useId,
  useState,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
} from 'react';
import { ALERT, Icon } from './icon';
import { m } from '@mizan/ui-kit/messages';
import styles from './field.module.css';

interface FieldTexts {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** Marks the field as optional; most are required. */
  optional?: boolean;
}

interface Shell extends FieldTexts {
  id: string;
  children: ReactNode;
}

/** The id of the hint or error, for aria-describedby. */
export const belowOf = (id: string): string => `${id}-below`;

/** A control of another kind as a field. */
export function Field({ id, label, hint, error, optional, children }: Shell) {
  return (
    <div className={styles['field']}>
      <div className={styles['head']}>
        <label className={styles['label']} htmlFor={id}>
          {label}
        </label>
        {optional && <span className={styles['optional']}>{m.field_optional()}</span>}
      </div>
      <div className={styles['box']}>{children}</div>
      <p id={belowOf(id)} className={styles['below']} data-error={error ? true : undefined} aria-live="polite">
        {error ?? hint}
      </p>
    </div>
  );
}

interface TextFieldProps extends FieldTexts, Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  ref?: Ref<HTMLInputElement>;
}

export function TextField({ label, hint, error, optional, type = 'text', ref, onBlur, ...rest }: TextFieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const password = type === 'password';
  const updateCapsLock = (event: KeyboardEvent): void => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <Field {...{ id, label, error, optional: optional ?? false }} hint={capsLock ? m.field_caps_lock() : hint}>
      <input
        {...rest}
        {...(password ? { onKeyDown: updateCapsLock, onKeyUp: updateCapsLock } : {})}
        ref={ref}
        id={id}
        type={password && shown ? 'text' : type}
        className={styles['input']}
        data-password={password || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={belowOf(id)}
        onBlur={(event) => {
          setCapsLock(false);
          onBlur?.(event);
        }}
      />
      {password && (
        <button
          type="button"
          className={styles['toggle']}
          aria-label={shown ? m.field_hide_password() : m.field_show_password()}
          aria-controls={id}
          onClick={() => setShown(!shown)}
        >
          <Icon path={eye(shown)} />
        </button>
      )}
    </Field>
  );
}

interface TextAreaProps extends FieldTexts, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> {}

/** A multi-line input that grows with its text, where the browser supports it. */
export function TextArea({ label, hint, error, optional, ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <Field {...{ id, label, hint, error, optional: optional ?? false }}>
      <textarea
        rows={3}
        {...rest}
        id={id}
        className={styles['input']}
        aria-invalid={error ? true : undefined}
        aria-describedby={belowOf(id)}
      />
    </Field>
  );
}

/** An error that belongs to no field. */
export function FormAlert({ children }: { children: ReactNode }) {
  return (
    <div className={styles['alert']} role="alert">
      <Icon path={`M17.500 10a7.500 7.500 0 1 1-15 0 7.500 7.500 0 0 1 15 0${ALERT}`} />
      <p>{children}</p>
    </div>
  );
}

/** Crossed out while it is `closed`. */
const eye = (closed: boolean): string =>
  `M2 10c1.8-3.4 4.6-5.2 8-5.2s6.2 1.8 8 5.200c-1.8 3.4-4.6 5.2-8 5.200S3.8 13.4 2 10ZM12.400 10a2.400 2.400 0 1 1-4.800 0 2.400 2.400 0 0 1 4.800 0${closed ? 'M3.500 16.500l13-13' : ''}`;
