// The button at the edge of a picture that moves to the previous or next one.
import styles from './gallery.module.css';

interface Props {
  by: 1 | -1;
  label: string;
  step: () => void;
}

export function StepButton({ by, label, step }: Props) {
  return (
    <button type="button" className={styles['step']} data-by={by} aria-label={label} title={label} onClick={step}>
      <svg
        viewBox="0 0 20 20"
        width="20"
        height="20"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={by < 0 ? 'M12 5 7 10l5 5' : 'M8 5l5 5-5 5'} />
      </svg>
    </button>
  );
}
