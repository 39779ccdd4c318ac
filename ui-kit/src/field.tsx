// One line of a form: label above, hint below, and the error in the hint's place.
import { useId, useState, type InputHTMLAttributes, type Ref } from 'react';
import { m } from '@mizan/ui-kit/messages';
import styles from './field.module.css';

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  label: string;
  hint?: string;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

export function TextField({ label, hint, error, type = 'text', ref, ...rest }: TextFieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const password = type === 'password';
  const below = error ?? hint;
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <div className={styles['box']}>
        <input
          {...rest}
          ref={ref}
          id={id}
          type={password && shown ? 'text' : type}
          className={styles['input']}
          data-password={password || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-below`}
        />
        {password && (
          <button
            type="button"
            className={styles['toggle']}
            aria-label={shown ? m.field_hide_password() : m.field_show_password()}
            aria-controls={id}
            onClick={() => setShown(!shown)}
          >
            <Eye closed={shown} />
          </button>
        )}
      </div>
      <p id={`${id}-below`} className={styles['below']} data-error={error ? true : undefined} aria-live="polite">
        {below}
      </p>
    </div>
  );
}

function Eye({ closed }: { closed: boolean }) {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" aria-hidden="true">
      <path d="M2 10c1.8-3.4 4.6-5.2 8-5.2s6.2 1.8 8 5.200c-1.8 3.4-4.6 5.2-8 5.200S3.8 13.4 2 10Z" />
      <circle cx="10" cy="10" r="2.4" />
      {closed && <path d="M3.5 16.500l13-13" />}
    </svg>
  );
}
