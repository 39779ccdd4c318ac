// A password input with a button that shows the password.
import { IconButton } from '@mizan/ui-kit/button';
import controls from '@mizan/ui-kit/control.module.css';
import type { WidgetProps } from '@rjsf/utils';
import { m } from '@mizan/ui-kit/messages';
import { useState, type Ref } from 'react';
import { Icon } from '../frame/icon.tsx';
import { described, isWrong } from './inputs.tsx';
import styles from './form.module.css';

interface Props {
  id: string;
  value: string;
  wrong?: boolean;
  disabled?: boolean;
  placeholder?: string | undefined;
  /** ARIA attributes in addition to the label. */
  input?: Record<string, unknown>;
  inputRef?: Ref<HTMLInputElement>;
  onChange: (value: string) => void;
  onBlur?: () => void;
}

export function PasswordBox({
  id,
  value,
  wrong = false,
  disabled = false,
  placeholder,
  input,
  inputRef,
  onChange,
  onBlur,
}: Props) {
  const [shown, setShown] = useState(false);
  return (
    <div className={styles.password}>
      <input
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
        {...input}
        ref={inputRef}
        id={id}
        type={shown ? 'text' : 'password'}
        className={controls.control}
        value={value}
        aria-invalid={wrong || undefined}
        disabled={disabled}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
      <IconButton
        disabled={disabled}
        aria-label={shown ? m.field_hide_password() : m.field_show_password()}
        aria-controls={id}
        onClick={() => setShown(!shown)}
      >
        <Icon name={shown ? 'hide' : 'view'} size={18} />
      </IconButton>
    </div>
  );
}

/** The same as an rjsf widget. */
export function PasswordWidget(props: WidgetProps) {
  const { id, value, options, disabled, readonly, placeholder, onChange, onBlur } = props;
  return (
    <PasswordBox
      id={id}
      value={typeof value === 'string' ? value : ''}
      wrong={isWrong(props)}
      disabled={Boolean(disabled || readonly)}
      placeholder={placeholder}
      input={described(props)}
      onChange={(next) => onChange(next === '' ? options.emptyValue : next)}
      onBlur={() => onBlur(id, value)}
    />
  );
}
