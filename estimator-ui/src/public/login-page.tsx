// `/login`: email and password. What happens after it, routes/login.tsx decides.
import { useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { Link } from '@tanstack/react-router';
import { Button } from '@mizan/ui-kit/button';
import { TextField } from '@mizan/ui-kit/field';
import { asProblem, type ProblemError } from '@mizan/ui-kit/http';
import { Mark } from '@mizan/ui-kit/mark';
import { m } from '@mizan/ui-kit/messages';
import { session } from '@mizan/ui-kit/session';
import { useTitle } from '@mizan/ui-kit/title';
import { toast } from '@mizan/ui-kit/toaster';
import { paths } from '../paths';
import { Balance } from './balance';
import styles from './login-page.module.css';

interface Refusal {
  email?: string | undefined;
  password?: string | undefined;
}

/** Answers about who signs in, and how often: they belong to the form. Any other failure is a notice. */
const ABOUT_THE_VISITOR = [401, 403, 422, 429];

function refusalOf(problem: ProblemError): Refusal {
  const at = (pointer: string): string | undefined => problem.errors.find((found) => found.pointer === pointer)?.message;
  const refusal = { email: at('/email'), password: at('/password') };
  return refusal.email || refusal.password ? refusal : { password: problem.message };
}

export function LoginPage() {
  const [refusal, setRefusal] = useState<Refusal>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useTitle(m.login_title());

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const entered = new FormData(event.currentTarget);
    setBusy(true);
    try {
      // Stays busy when it succeeds: the router leaves this page.
      await session.signIn(String(entered.get('email') ?? ''), String(entered.get('password') ?? ''));
    } catch (error) {
      setBusy(false);
      const problem = asProblem(error);
      if (!ABOUT_THE_VISITOR.includes(problem.status)) {
        toast.error(problem.message);
        return;
      }
      flushSync(() => setRefusal(refusalOf(problem)));
      form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus();
    }
  }

  /** What was refused has been changed: its sentence no longer holds. */
  function changed(name: keyof Refusal): void {
    if (refusal[name]) setRefusal({ ...refusal, [name]: undefined });
  }

  return (
    <div className={styles['page']}>
      <main className={styles['side']}>
        <Link to={paths.start} className={styles['brand']}>
          <Mark size={28} />
          {m.product_name()}
        </Link>
        <form ref={form} className={styles['form']} method="post" noValidate onSubmit={(event) => void submit(event)}>
          <header className={styles['head']}>
            <h1 className={styles['title']}>{m.login_title()}</h1>
            <p className={styles['lead']}>{m.login_lead()}</p>
          </header>
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
          <div className={styles['enter']}>
            <Button type="submit" wide busy={busy}>
              {busy ? m.login_submitting() : m.login_submit()}
            </Button>
          </div>
        </form>
        <p className={styles['help']}>{m.login_help()}</p>
      </main>
      <aside className={styles['picture']}>
        <Balance />
      </aside>
    </div>
  );
}
