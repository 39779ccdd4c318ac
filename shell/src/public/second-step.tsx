// The second step of a sign-in: a code of the authenticator app, a passkey, or a recovery code.
import { useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '@mizan/ui-kit/button';
import { FormAlert, TextField } from '@mizan/ui-kit/field';
import { formatWait } from '@mizan/ui-kit/relative-times';
import { asProblem } from '@mizan/ui-kit/http';
import { m } from '@mizan/ui-kit/messages';
import { PasskeyDeclined } from '@mizan/ui-kit/passkey';
import styles from './public-page.module.css';
import { completeSignIn, signInWithPasskey, type SecondStepDue } from './sign-in';

type Method = SecondStepDue['methods'][number];

const leads: Record<Method, () => string> = {
  code: m.second_lead_code,
  passkey: m.second_lead_passkey,
  'recovery-code': m.second_lead_recovery,
};
const others: Record<Method, () => string> = {
  code: m.second_use_code,
  passkey: m.second_use_passkey,
  'recovery-code': m.second_use_recovery,
};

const labels: Record<Method, () => string> = {
  code: m.second_submit,
  passkey: m.second_use_passkey,
  'recovery-code': m.second_submit,
};

interface Props {
  due: SecondStepDue;
  /** Begins the sign-in again, with the message of what ended it. */
  onBack: (message?: string) => void;
}

export function SecondStep({ due, onBack }: Props) {
  const [method, setMethod] = useState<Method>(due.methods[0] ?? 'code');
  const [error, setError] = useState<{ field?: string; form?: string }>({});
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const entered = input.current?.value ?? '';
    setBusy(true);
    try {
      // Stays busy when it succeeds: the router leaves this page.
      if (method === 'passkey') await signInWithPasskey(due.ticket);
      else if (method === 'code') await completeSignIn({ ticket: due.ticket, code: entered });
      else await completeSignIn({ ticket: due.ticket, recoveryCode: entered });
    } catch (failure) {
      if (failure instanceof PasskeyDeclined) {
        setBusy(false);
        setError({ form: m.two_step_passkey_failed() });
        return;
      }
      const problem = asProblem(failure);
      if (problem.status === 401) return onBack(problem.message);
      const field = problem.errors[0]?.message;
      const wait = problem.status === 429 && problem.retryAfter !== undefined;
      const form = wait ? m.login_too_often({ when: formatWait(problem.retryAfter ?? 0) }) : problem.message;
      flushSync(() => {
        setBusy(false);
        setError(field ? (method === 'passkey' ? { form: field } : { field }) : { form });
      });
      input.current?.select();
    }
  }

  function choose(next: Method): void {
    flushSync(() => {
      setMethod(next);
      setError({});
    });
    input.current?.focus();
  }

  return (
    <div className={styles['form']}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>{m.second_title()}</h1>
        {error.form ? <FormAlert>{error.form}</FormAlert> : <p className={styles['lead']}>{leads[method]()}</p>}
      </header>
      <form className={styles['fields']} method="post" noValidate onSubmit={(event) => void submit(event)}>
        {method !== 'passkey' && (
          <TextField
            key={method}
            ref={input}
            label={method === 'code' ? m.second_code() : m.second_recovery()}
            name={method}
            {...(method === 'code'
              ? { inputMode: 'numeric', autoComplete: 'one-time-code' }
              : { autoComplete: 'off', autoCapitalize: 'none' })}
            spellCheck={false}
            maxLength={100}
            required
            // The page has only this field, and the user has just pressed a button to come here.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            error={error.field}
            onChange={() => setError({})}
          />
        )}
        <div className={styles['enter']}>
          <Button type="submit" wide busy={busy}>
            {busy && method === 'passkey' ? m.second_passkey_waiting() : busy ? m.login_submitting() : labels[method]()}
          </Button>
        </div>
      </form>
      <div className={styles['providers']}>
        {due.methods
          .filter((other) => other !== method)
          .map((other) => (
            <Button key={other} look="secondary" wide onClick={() => choose(other)}>
              {others[other]()}
            </Button>
          ))}
        <Button look="quiet" wide onClick={() => onBack()}>
          {m.second_back()}
        </Button>
      </div>
    </div>
  );
}
