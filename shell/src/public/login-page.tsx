// `/login`: email and password, the configured providers, and the second step. Its route redirects afterwards.
import { useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { Link, useLoaderData, useLocation, useSearch } from '@tanstack/react-router';
import { Button, ButtonLink } from '@mizan/ui-kit/button';
import { FormAlert, TextField } from '@mizan/ui-kit/field';
import { formatWait } from '@mizan/ui-kit/relative-times';
import { asProblem, type ProblemError } from '@mizan/ui-kit/http';
import { m } from '@mizan/ui-kit/messages';
import { PasskeyDeclined, passkeysWork } from '@mizan/ui-kit/passkey';
import { product } from '@mizan/ui-kit/product';
import { safeRedirect } from '@mizan/ui-kit/safe-redirect';
import { session, useSession } from '@mizan/ui-kit/session';
import { useTitle } from '@mizan/ui-kit/title';
import { paths } from '../paths';
import { messageOfCode } from './provider-errors';
import { PublicPage } from './public-page';
import styles from './public-page.module.css';
import { RequiredStep } from './required-step';
import { SecondStep } from './second-step';
import { addressOf, dueFromAddress, signIn, signInWithPasskey } from './sign-in';
import type { Ways } from './ways-to-sign-in';

/** Loaded together: each leads to the next one. */
export { ForgotPage } from './forgot-page';
export { ResetPage } from './reset-page';

interface Refusal {
  email?: string | undefined;
  password?: string | undefined;
  /** An error that is about neither of the fields. */
  form?: string | undefined;
}

function refusalOf(problem: ProblemError): Refusal {
  const at = (pointer: string): string | undefined =>
    problem.errors.find((found) => found.pointer === pointer)?.message;
  const refusal = { email: at('/email'), password: at('/password') };
  if (refusal.email || refusal.password) return refusal;
  if (problem.status === 401) return { password: problem.message };
  if (problem.status !== 429 || problem.retryAfter === undefined) return { form: problem.message };
  return { form: m.login_too_often({ when: formatWait(problem.retryAfter) }) };
}

function leadOf({ password, providers }: Ways): string {
  if (providers.length === 0) return m.login_lead();
  return password ? m.login_lead_providers() : m.login_lead_elsewhere();
}

export function LoginPage() {
  const ways = useLoaderData({ from: '/login' });
  const { error, redirect } = useSearch({ from: '/login' });
  const { passwordSet } = useLocation().state;
  // Without an address to go to, a provider leads back to this page, which leads on.
  const target = redirect ? safeRedirect(redirect) : paths.login;
  const [refusal, setRefusal] = useState<Refusal>(() => ({ form: messageOfCode(error) }));
  const [due, setDue] = useState(dueFromAddress);
  /** The second step that a role requires has been set up: the router leaves the page. */
  const [setUp, setSetUp] = useState(false);
  const [busy, setBusy] = useState(false);
  const { me } = useSession();
  const form = useRef<HTMLFormElement>(null);
  useTitle(m.login_title());

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const entered = new FormData(event.currentTarget);
    setBusy(true);
    try {
      const next = await signIn(String(entered.get('email') ?? ''), String(entered.get('password') ?? ''));
      setDue(next);
      // Stays busy after the last step: the router leaves this page.
      if (next || session.current().me?.secondStepDue) setBusy(false);
    } catch (failure) {
      setBusy(false);
      flushSync(() => setRefusal(refusalOf(asProblem(failure))));
      form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus();
    }
  }

  async function enterWithPasskey(): Promise<void> {
    setBusy(true);
    try {
      await signInWithPasskey();
    } catch (failure) {
      setBusy(false);
      const declined = failure instanceof PasskeyDeclined;
      setRefusal({
        form: declined
          ? m.two_step_passkey_failed()
          : (refusalOf(asProblem(failure)).form ?? m.two_step_passkey_failed()),
      });
    }
  }

  /** The rejected value has been changed, so its message no longer applies. */
  function changed(name: keyof Refusal): void {
    if (refusal[name]) setRefusal({ ...refusal, [name]: undefined });
  }

  if (due && !me?.secondStepDue) {
    const back = (message?: string): void => {
      setRefusal({ form: message });
      setDue(undefined);
    };
    return (
      <PublicPage foot={<p>{m.login_help()}</p>}>
        <SecondStep due={due} onBack={back} />
      </PublicPage>
    );
  }

  if (me && (me.secondStepDue || setUp)) {
    return (
      <PublicPage foot={<p>{m.login_help()}</p>}>
        <RequiredStep me={me} onSetUp={() => setSetUp(true)} />
      </PublicPage>
    );
  }

  const withPasskey = passkeysWork(ways.passkeyOrigin);
  const elsewhere = withPasskey || ways.providers.length > 0;

  return (
    <PublicPage
      foot={
        <>
          <p>
            {m.login_no_account()} <Link to={paths.join}>{m.login_join()}</Link>
          </p>
          <p>{m.login_help()}</p>
        </>
      }
    >
      <div className={styles['form']}>
        <header className={styles['head']}>
          <h1 className={styles['title']}>{m.login_title()}</h1>
          {refusal.form && <FormAlert>{refusal.form}</FormAlert>}
          {!refusal.form && passwordSet && (
            <p className={styles['done']} role="status">
              {m.reset_done()}
            </p>
          )}
          {!refusal.form && !passwordSet && <p className={styles['lead']}>{leadOf(ways)}</p>}
        </header>
        {ways.password && (
          <form
            ref={form}
            className={styles['fields']}
            method="post"
            noValidate
            onSubmit={(event) => void submit(event)}
          >
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
              onChange={() => changed('email')}
            />
            <TextField
              label={m.login_password()}
              name="password"
              type="password"
              autoComplete="current-password"
              required
              error={refusal.password}
              onChange={() => changed('password')}
            />
            {product().mail && (
              <p className={styles['aside']}>
                <Link to={paths.forgot}>{m.login_forgot()}</Link>
              </p>
            )}
            <div className={styles['enter']}>
              <Button type="submit" wide busy={busy}>
                {busy ? m.login_submitting() : m.login_submit()}
              </Button>
            </div>
          </form>
        )}
        {ways.password && elsewhere && <p className={styles['or']}>{m.login_or()}</p>}
        {elsewhere && (
          <div className={styles['providers']}>
            {withPasskey && (
              <Button look="secondary" wide onClick={() => void enterWithPasskey()}>
                {m.login_passkey()}
              </Button>
            )}
            {ways.providers.map(({ id, name }) => (
              <ButtonLink key={id} look="secondary" wide href={addressOf(id, target)}>
                {m.login_with({ provider: name })}
              </ButtonLink>
            ))}
          </div>
        )}
      </div>
    </PublicPage>
  );
}
