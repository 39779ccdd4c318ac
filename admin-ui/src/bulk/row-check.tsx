// The checkbox that selects a row, or all rows of the page.
import { useEffect, useRef } from 'react';
import styles from './row-check.module.css';

interface Props {
  label: string;
  checked: boolean;
  /** Some but not all of its rows are selected. */
  mixed?: boolean;
  disabled?: boolean;
  onChange: (checked: boolean, range: boolean) => void;
}

export function RowCheck({ label, checked, mixed = false, disabled = false, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = mixed;
  }, [mixed]);
  return (
    <label className={styles.target}>
      <input
        ref={input}
        type="checkbox"
        className={styles.box}
        aria-label={label}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked, (event.nativeEvent as MouseEvent).shiftKey)}
      />
    </label>
  );
}
