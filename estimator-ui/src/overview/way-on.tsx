// A card that is a link as a whole: its target, and a reason.
import { ARROW, Icon } from '@mizan/ui-kit/icon';
import styles from './index-page.module.css';

export const wayOn = styles['continue'] ?? '';

export function TitleAndText({ title, text }: { title: string; text: string }) {
  return (
    <>
      <span className={styles['continueLabel']}>
        <span className={styles['continueTitle']}>{title}</span>
        <span className={styles['continueText']}>{text}</span>
      </span>
      <Icon path={ARROW} />
    </>
  );
}
