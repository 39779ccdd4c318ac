// A progress bar; its text is beside it or, without room, only its accessible name.
import { m } from '@mizan/ui-kit/messages';
import styles from './progress-line.module.css';

interface Props {
  label: string;
  /** 0 to 100. */
  percent: number;
  /** Shows label and percentage above the bar. */
  shown?: boolean;
}

export function ProgressLine({ label, percent, shown }: Props) {
  return (
    <div className={styles['progress']}>
      {shown && (
        <div className={styles['text']} aria-hidden="true">
          <span>{label}</span>
          <span className={styles['percent']}>{m.estimator_percent({ percent })}</span>
        </div>
      )}
      <div
        className={styles['line']}
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        data-done={percent === 100 || undefined}
      >
        <span className={styles['done']} style={{ inlineSize: `${percent}%` }} />
      </div>
    </div>
  );
}
