// A dialog as high as its content, with a title and several views. On a phone it fills the screen.
import { useEffect, useId, useRef, type ReactNode, type RefObject } from 'react';
import { m } from '@mizan/ui-kit/messages';
import styles from './sheet.module.css';

interface Props {
  title: string;
  /** The heading, which gets the focus when a view begins. */
  heading: RefObject<HTMLHeadingElement | null>;
  /** Where Escape leads from this view. Undefined closes the dialog. */
  onBack?: (() => void) | undefined;
  /** This view shows what will not be shown again: only its own button leaves it. */
  locked?: boolean;
  onClose: () => void;
  children: ReactNode;
}

export function Sheet({ title, heading, onBack, locked, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
    heading.current?.focus();
  }, [heading]);

  return (
    <dialog
      ref={dialog}
      className={styles['sheet']}
      aria-labelledby={id}
      onClose={onClose}
      onCancel={(event) => {
        if (!locked && !onBack) return;
        event.preventDefault();
        if (!locked) onBack?.();
      }}
    >
      <div className={styles['head']}>
        <h2 id={id} ref={heading} tabIndex={-1} className={styles['title']}>
          {title}
        </h2>
        {!locked && (
          <button
            type="button"
            className={styles['close']}
            aria-label={m.tokens_close()}
            onClick={() => dialog.current?.close()}
          >
            <svg
              viewBox="0 0 20 20"
              width="20"
              height="20"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.75"
              strokeLinecap="round"
              aria-hidden="true"
            >
              <path d="m5 5 10 10M15 5 5 15" />
            </svg>
          </button>
        )}
      </div>
      {children}
    </dialog>
  );
}
