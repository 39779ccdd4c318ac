// Covers the screens when the session has ended over unsaved work, until the same user signs in again. Signing in is the
// page of its own, with all its ways, in another window, which closes by itself.
import Button from '@mui/material/Button';
import { m } from '@mizan/ui-kit/messages';
import { loginUrl, session, type Me } from '@mizan/ui-kit/session';
import { useEffect, useRef } from 'react';
import { FormDialog } from './form-dialog.tsx';

const WINDOW = 'popup,width=480,height=760';

export default function SignInAgain({ me }: { me: Me }) {
  const other = useRef<Window | null>(null);
  useEffect(() => {
    addEventListener('focus', session.resume);
    return () => {
      removeEventListener('focus', session.resume);
      other.current?.close();
    };
  }, []);
  return (
    <FormDialog
      covers
      stays
      question
      title={m.session_ended_title()}
      description={m.session_ended_text({ email: me.user.email })}
      submit={{ label: m.session_ended_sign_in() }}
      cancel={null}
      aside={
        <Button variant="text" onClick={session.leave}>
          {m.session_ended_leave()}
        </Button>
      }
      onSubmit={() => {
        other.current = open(loginUrl({ pathname: '/home' }), 'mizan-sign-in', WINDOW);
      }}
      // Escape must not discard anything.
      onClose={() => {}}
    />
  );
}
