// Covers the screens when the session has ended over unsaved work, until the same user signs in again. Signing in is the
// page of its own, with all its ways, in another window, which closes by itself. A dialog of the browser, because nothing
// else can cover one that is open.
import { useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { m } from '@mizan/ui-kit/messages';
import { Button } from './button';
import { paths } from './paths';
import { loginUrl, session, type Me } from './session';
import styles from './dialog.module.css';

const WINDOW = 'popup,width=480,height=760';

export default function SessionEnded({ me }: { me: Me }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const other = useRef<Window | null>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    const shown = dialog.current;
    if (!shown?.open) shown?.showModal();
    shown?.querySelector<HTMLElement>('button:last-of-type')?.focus();
    addEventListener('focus', session.resume);
    return () => {
      removeEventListener('focus', session.resume);
      other.current?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  // Outside of the app, which an open dialog of the back-office hides from screen readers.
  return createPortal(
    <dialog
      ref={dialog}
      className={`${styles['dialog']} ${styles['covers']}`}
      aria-labelledby={id}
      aria-describedby={`${id}text`}
      // Escape must not discard anything.
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.preventDefault();
        event.stopPropagation();
      }}
      onCancel={(event) => event.preventDefault()}
      onClose={(event) => event.currentTarget.showModal()}
    >
      <div className={styles['form']}>
        <div className={styles['head']}>
          <h2 id={id} className={styles['title']}>
            {m.session_ended_title()}
          </h2>
          <p id={`${id}text`} className={styles['text']}>
            {m.session_ended_text({ email: me.user.email })}
          </p>
        </div>
        <div className={styles['foot']}>
          <Button look="quiet" onClick={session.leave}>
            {m.session_ended_leave()}
          </Button>
          <Button
            onClick={() => {
              other.current = open(loginUrl({ pathname: paths.home }), 'mizan-sign-in', WINDOW);
            }}
          >
            {m.session_ended_sign_in()}
          </Button>
        </div>
      </div>
    </dialog>,
    document.body,
  );
}
