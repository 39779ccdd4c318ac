// `/reset?token=`: setting a password by the link of a mail, the first one after an invitation. All sessions of its user
// end, and the sign-in page follows. A link that does not work any more leads to a new one.
import { useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { api } from '@mizan/ui-kit/api-paths';
import { Button, buttonClass } from '@mizan/ui-kit/button';
import { FormAlert, TextField } from '@mizan/ui-kit/field';
import { asProblem, type ProblemError } from '@mizan/ui-kit/http';
import { send } from '@mizan/ui-kit/send';
import { m } from '@mizan/ui-kit/messages';
import { product } from '@mizan/ui-kit/product';
import { formatWait } from '@mizan/ui-kit/relative-times';
import { session } from '@mizan/ui-kit/session';
import { useTitle } from '@mizan/ui-kit/title';
import { paths } from '../paths';
import { PublicPage } from './public-page';
import styles from './public-page.module.css';

type Name = 'password' | 'confirm';
/** `form` is the error that belongs to no field. */
type Errors = Partial<Record<Name | 'form', string>>;

function errorsOf(problem: ProblemError): Errors {
  const password = problem.errors.find(({ pointer }) => pointer === '/password')?.message;
  if (password) return { password };
  if (problem.status !== 429 || problem.retryAfter === undefined) return { form: problem.message };
  return { form: m.forgot_too_often({ when: formatWait(problem.retryAfter) }) };
}

export function ResetPage() {
  // The router would read a token of digits as a number.
  const search = new URLSearchParams(useLocation().searchStr);
  const token = search.get('token') ?? '';
  const invited = search.get('invited') === '1';
  const [used, setUsed] = useState(token === '');
  const title = invited ? m.reset_title_invited() : m.reset_title();
  useTitle(title);
  const back = (
    <p>
      <Link to={paths.login}>{m.forgot_back()}</Link>
    </p>
  );
  return (
    <PublicPage foot={back}>
      {used ? <Used /> : <Form {...{ token, title }} invited={invited} onUsed={() => setUsed(true)} />}
    </PublicPage>
  );
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The user comes from here. */
    passwordSet?: boolean;
  }
}

interface Props {
  token: string;
  title: string;
  invited: boolean;
  onUsed: () => void;
}

function Form({ token, title, invited, onUsed }: Props) {
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();

  function refuse(next: Errors): void {
    flushSync(() => setErrors(next));
    form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus();
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const entered = new FormData(event.currentTarget);
    const password = String(entered.get('password') ?? '');
    if (password !== String(entered.get('confirm') ?? '')) {
      refuse({ confirm: m.password_mismatch() });
      return;
    }
    setBusy(true);
    try {
      await send(api.reset, { method: 'POST', body: { token, password } });
      // The sign-in page is for visitors, and another user may be signed in here.
      if (session.current().me) await session.signOut().catch(() => session.leave());
      await navigate({ to: paths.login, state: { passwordSet: true }, replace: true });
    } catch (failure) {
      setBusy(false);
      const problem = asProblem(failure);
      if (problem.errors.some(({ pointer }) => pointer === '/token')) onUsed();
      else refuse(errorsOf(problem));
    }
  }

  const field = (name: Name) => ({
    name,
    type: 'password',
    autoComplete: 'new-password',
    required: true,
    error: errors[name],
    onChange: () => {
      if (errors[name]) setErrors({});
    },
  });

  return (
    <form ref={form} className={styles['form']} method="post" noValidate onSubmit={(event) => void submit(event)}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>{title}</h1>
        {errors.form ? (
          <FormAlert>{errors.form}</FormAlert>
        ) : (
          <p className={styles['lead']}>{invited ? m.reset_lead_invited() : m.reset_lead()}</p>
        )}
      </header>
      <div className={styles['fields']}>
        <TextField label={m.password_new()} {...field('password')} />
        <TextField label={m.password_confirm()} {...field('confirm')} />
        <div className={styles['enter']}>
          <Button type="submit" wide busy={busy}>
            {busy ? m.reset_submitting() : m.reset_submit()}
          </Button>
        </div>
      </div>
    </form>
  );
}

function Used() {
  const { mail } = product();
  return (
    <div className={styles['form']}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>{m.reset_used_title()}</h1>
        <p className={styles['lead']} role="alert">
          {mail ? m.reset_used_text() : m.reset_used_no_mail()}
        </p>
      </header>
      {mail && (
        <Link to={paths.forgot} className={buttonClass({ look: 'primary', wide: true })}>
          {m.reset_new_link()}
        </Link>
      )}
    </div>
  );
}
