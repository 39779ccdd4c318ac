// The button at the edge of a picture that moves to the previous or next one.
import { CHEVRON_LEFT, CHEVRON_RIGHT, Icon } from '@mizan/ui-kit/icon';
import styles from './gallery.module.css';

interface Props {
  by: 1 | -1;
  label: string;
  step: () => void;
}

export function StepButton({ by, label, step }: Props) {
  return (
    <button type="button" className={styles['step']} data-by={by} aria-label={label} title={label} onClick={step}>
      <Icon path={by < 0 ? CHEVRON_LEFT : CHEVRON_RIGHT} />
    </button>
  );
}
