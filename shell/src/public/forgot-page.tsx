// `/forgot`: requesting a link to set a new password. Neither the response nor this page reveals whether the email is known.
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { Link } from '@tanstack/react-router';
import { api } from '@mizan/ui-kit/api-paths';
import { Button, buttonClass } from '@mizan/ui-kit/button';
import { FormAlert, TextField } from '@mizan/ui-kit/field';
import { asProblem, type ProblemError } from '@mizan/ui-kit/http';
import { send } from '@mizan/ui-kit/send';
import { m } from '@mizan/ui-kit/messages';
import { product } from '@mizan/ui-kit/product';
import { formatWait } from '@mizan/ui-kit/relative-times';
import { useTitle } from '@mizan/ui-kit/title';
import { paths } from '../paths';
import { PublicPage } from './public-page';
import styles from './public-page.module.css';

interface Refusal {
  email?: string | undefined;
  /** An error that is not about the email. */
  form?: string | undefined;
}

function refusalOf(problem: ProblemError): Refusal {
  const email = problem.errors.find(({ pointer }) => pointer === '/email')?.message;
  if (email) return { email };
  if (problem.status !== 429 || problem.retryAfter === undefined) return { form: problem.message };
  return { form: m.forgot_too_often({ when: formatWait(problem.retryAfter) }) };
}

export function ForgotPage() {
  const [sent, setSent] = useState<string>();
  useTitle(m.forgot_title());
  const back = (
    <p>
      <Link to={paths.login}>{m.forgot_back()}</Link>
    </p>
  );
  return (
    <PublicPage foot={back}>
      {sent === undefined ? <Form onSent={setSent} /> : <Sent email={sent} onAgain={() => setSent(undefined)} />}
    </PublicPage>
  );
}

function Form({ onSent }: { onSent: (email: string) => void }) {
  const [refusal, setRefusal] = useState<Refusal>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { mail } = product();

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const email = String(new FormData(event.currentTarget).get('email') ?? '').trim();
    setBusy(true);
    try {
      await send(api.forgot, { method: 'POST', body: { email } });
      onSent(email);
    } catch (failure) {
      setBusy(false);
      flushSync(() => setRefusal(refusalOf(asProblem(failure))));
      form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus();
    }
  }

  return (
    <form ref={form} className={styles['form']} method="post" noValidate onSubmit={(event) => void submit(event)}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>{m.forgot_title()}</h1>
        {refusal.form ? (
          <FormAlert>{refusal.form}</FormAlert>
        ) : (
          <p className={styles['lead']}>{mail ? m.forgot_lead() : m.forgot_no_mail()}</p>
        )}
      </header>
      {mail && (
        <div className={styles['fields']}>
          <TextField
            label={m.login_email()}
            name="email"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            inputMode="email"
            required
            error={refusal.email}
            onChange={() => refusal.email && setRefusal({})}
          />
          <div className={styles['enter']}>
            <Button type="submit" wide busy={busy}>
              {busy ? m.forgot_submitting() : m.forgot_submit()}
            </Button>
          </div>
        </div>
      )}
    </form>
  );
}

function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles['form']}>
      <header className={styles['head']}>
        <h1 ref={heading} tabIndex={-1} className={styles['title']}>
          {m.forgot_sent_title()}
        </h1>
        <p className={styles['lead']}>{m.forgot_sent_text({ email })}</p>
        <p className={styles['lead']}>{m.forgot_sent_missing()}</p>
      </header>
      <div className={styles['providers']}>
        <Link to={paths.login} className={buttonClass({ look: 'primary', wide: true })}>
          {m.forgot_back()}
        </Link>
        <Button look="quiet" wide onClick={onAgain}>
          {m.forgot_again()}
        </Button>
      </div>
    </div>
  );
}
