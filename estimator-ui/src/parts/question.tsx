// A modal question. The safe answer is last in order, has the focus, and is what Escape gives.
import { useId, useLayoutEffect, useRef } from 'react';
import { Button } from '@mizan/ui-kit/button';
import { Unbroken } from '@mizan/ui-kit/unbroken';
import styles from './question.module.css';

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
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    shown?.querySelector<HTMLElement>('button:last-of-type')?.focus();
    // Closed before it is removed, so that the focus returns.
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault();
        stay.onChoose();
      }}
    >
      <div className={styles['body']}>
        <h2 id={`${id}-title`} className={styles['title']}>
          {title}
        </h2>
        <p id={`${id}-text`} className={styles['text']}>
          <Unbroken>{text}</Unbroken>
        </p>
        <div className={styles['foot']}>
          <Button look="secondary" onClick={go.onChoose}>
            {go.label}
          </Button>
          <Button onClick={stay.onChoose}>{stay.label}</Button>
        </div>
      </div>
    </dialog>
  );
}
