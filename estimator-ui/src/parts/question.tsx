// A modal question. The safe answer is last in order, has the focus, and is what Escape gives.
import { useId } from 'react';
import { Button } from '@mizan/ui-kit/button';
import { Dialog } from '@mizan/ui-kit/dialog';
import styles from '@mizan/ui-kit/dialog.module.css';
import { Unbroken } from '@mizan/ui-kit/unbroken';

interface Answer {
  label: string;
  onChoose: () => void;
}

interface Props {
  title: string;
  text: string;
  go: Answer;
  stay: Answer;
}

export function Question({ title, text, go, stay }: Props) {
  const id = useId();
  return (
    <Dialog aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`} stays onClose={stay.onChoose}>
      <div className={styles['form']}>
        <div className={styles['head']}>
          <h2 id={`${id}-title`} className={styles['title']}>
            {title}
          </h2>
          <p id={`${id}-text`} className={styles['text']}>
            <Unbroken>{text}</Unbroken>
          </p>
        </div>
        <div className={styles['foot']}>
          <Button look="secondary" onClick={go.onChoose}>
            {go.label}
          </Button>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
          <Button autoFocus onClick={stay.onChoose}>
            {stay.label}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
