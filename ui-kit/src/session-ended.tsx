// Covers the screens when the session has ended over unsaved work, until the same user signs in again. Signing in is the
// page of its own, with all its ways, in another window, which closes by itself.
import { useEffect, useId, useRef } from 'react';
import { m } from '@mizan/ui-kit/messages';
import { Button } from './button';
import { Dialog } from './dialog';
import { paths } from './paths';
import { loginUrl, session, type Me } from './session';
import styles from './dialog.module.css';

const WINDOW = 'popup,width=480,height=760';

// It is left by its buttons alone.
const stay = () => {};

export default function SessionEnded({ me }: { me: Me }) {
  const other = useRef<Window | null>(null);
  const id = useId();
  useEffect(() => {
    addEventListener('focus', session.resume);
    return () => {
      removeEventListener('focus', session.resume);
      other.current?.close();
    };
  }, []);
  return (
    <Dialog
      className={styles['covers']}
      aria-labelledby={id}
      aria-describedby={`${id}text`}
      // No other dialog hears its keys.
      onKeyDown={(event) => event.stopPropagation()}
      stays
      onClose={stay}
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
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            onClick={() => {
              other.current = open(loginUrl({ pathname: paths.home }), 'mizan-sign-in', WINDOW);
            }}
          >
            {m.session_ended_sign_in()}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
