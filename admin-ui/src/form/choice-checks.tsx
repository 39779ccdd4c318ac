// Several of a few options, one checkbox each.
import controls from '@mizan/ui-kit/control.module.css';
import { labelId } from './field-shell.tsx';
import styles from './form.module.css';

interface Props {
  /** The field's id; its label names the group. */
  id: string;
  all: { value: unknown; label: string }[];
  chosen: unknown[];
  wrong?: boolean | undefined;
  disabled?: boolean;
  /** The id of the element with the hint or error. */
  note?: string | undefined;
  onChange: (chosen: unknown[]) => void;
}

export function ChoiceChecks({ id, all, chosen, wrong, disabled = false, note, onChange }: Props) {
  const toggle = (one: unknown) =>
    onChange(all.map(({ value }) => value).filter((each) => (each === one) !== chosen.includes(each)));
  return (
    <div role="group" aria-labelledby={labelId(id)} aria-describedby={note} id={id} className={styles.checks}>
      {all.map(({ value, label }) => (
        <label key={String(value)} className={styles.check}>
          <input
            type="checkbox"
            className={controls.checkbox}
            checked={chosen.includes(value)}
            disabled={disabled}
            onChange={() => toggle(value)}
            aria-invalid={wrong || undefined}
          />
          {label}
        </label>
      ))}
    </div>
  );
}
