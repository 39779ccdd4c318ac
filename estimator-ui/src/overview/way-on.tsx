// A card that is a link as a whole: its target, and a reason.
import styles from './index-page.module.css';

export const wayOn = styles['continue'] ?? '';

export function TitleAndText({ title, text }: { title: string; text: string }) {
  return (
    <>
      <span className={styles['continueLabel']}>
        <span className={styles['continueTitle']}>{title}</span>
        <span className={styles['continueText']}>{text}</span>
      </span>
      <Arrow />
    </>
  );
}

function Arrow() {
  return (
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
      <path d="M4 10h12M11 5l5 5-5 5" />
    </svg>
  );
}
