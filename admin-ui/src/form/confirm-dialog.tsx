// The dialog in which the user confirms to be there, by the password, a code or a passkey. It opens over the form that needs it.
import { Button } from '@mizan/ui-kit/button';
import controls from '@mizan/ui-kit/control.module.css';
import type { Way } from '@mizan/ui-kit/confirmation';
import { formatWait } from '@mizan/ui-kit/relative-times';
import { api, asProblem, dataOf } from '@mizan/ui-kit/http';
import { m } from '@mizan/ui-kit/messages';
import { PasskeyDeclined, passkeysKnown, signWithPasskey } from '@mizan/ui-kit/passkey';
import { useEffect, useId, useRef, useState } from 'react';
import { FieldShell, noteId } from './field-shell.tsx';
import { FormDialog } from './form-dialog.tsx';
import styles from './form-dialog.module.css';
import { PasswordBox } from './password-input.tsx';

interface Props {
  ways: Way[];
  onClose: (confirmed: boolean) => void;
}

const labels: Record<Way, () => string> = {
  password: m.admin_confirm_by_password,
  code: m.admin_confirm_by_code,
  passkey: m.admin_confirm_by_passkey,
};
const missing = { password: m.admin_confirm_password_missing, code: m.admin_confirm_code_missing };

/** Proves to be there by what has been typed, or by a passkey. */
async function confirm(way: Way, typed: string): Promise<void> {
  if (way !== 'passkey') {
    const body = way === 'password' ? { currentPassword: typed } : { code: typed };
    dataOf(await api.POST('/api/auth/confirm', { body }));
    return;
  }
  const { ticket, options } = dataOf(await api.POST('/api/auth/confirm/passkey'));
  const passkey = await signWithPasskey(options);
  dataOf(await api.POST('/api/auth/confirm', { body: { ticket, passkey } }));
}

export default function ConfirmDialog({ ways: all, onClose }: Props) {
  const ways = all.filter((one) => one !== 'passkey' || passkeysKnown());
  const id = useId();
  const [way, setWay] = useState<Way>(ways[0] ?? all[0] ?? 'password');
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string | undefined>(undefined);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const first = useRef(way);

  // Another way begins at its control.
  useEffect(() => {
    if (way === first.current) return;
    first.current = way;
    const button = content.current?.closest('form')?.querySelector<HTMLElement>('[type="submit"]');
    (input.current ?? button)?.focus();
  }, [way]);
  // What was rejected has to be typed again.
  useEffect(() => {
    if (wrong) input.current?.select();
  }, [wrong]);

  const change = (next: string) => {
    setTyped(next);
    setWrong(undefined);
    setFailure(undefined);
  };

  async function submit(): Promise<void> {
    if (way !== 'passkey' && !typed) {
      setWrong(missing[way]());
      input.current?.focus();
      return;
    }
    setBusy(true);
    setFailure(undefined);
    try {
      await confirm(way, typed);
      onClose(true);
    } catch (error) {
      setBusy(false);
      if (error instanceof PasskeyDeclined) {
        setFailure(m.two_step_passkey_failed());
        return;
      }
      const problem = asProblem(error);
      if (problem.status === 422 && way !== 'passkey') setWrong(problem.message);
      else if (problem.retryAfter !== undefined)
        setFailure(m.two_step_too_often({ when: formatWait(problem.retryAfter) }));
      else setFailure(problem.message);
    }
  }

  const field = `${id}${way}`;
  const described = {
    'aria-required': true,
    'aria-invalid': wrong !== undefined || undefined,
    'aria-describedby': wrong === undefined ? undefined : noteId(field),
  };
  const props = { id: field, value: typed };
  return (
    <FormDialog
      title={m.two_step_confirm_title()}
      description={m.admin_confirm_text()}
      submit={{
        label: way === 'passkey' ? m.admin_confirm_by_passkey() : m.two_step_continue(),
        busy: way === 'passkey' ? m.second_passkey_waiting() : m.two_step_working(),
      }}
      content={content}
      busy={busy}
      stays
      failure={failure}
      onSubmit={() => void submit()}
      onClose={() => onClose(false)}
    >
      {way === 'passkey' ? (
        <p>{m.second_lead_passkey()}</p>
      ) : (
        <FieldShell
          key={way}
          id={field}
          label={way === 'password' ? m.password_current() : m.second_code()}
          errors={wrong === undefined ? [] : [wrong]}
        >
          {way === 'password' ? (
            <PasswordBox
              {...props}
              inputRef={input}
              wrong={wrong !== undefined}
              input={{ ...described, autoComplete: 'current-password' }}
              onChange={change}
            />
          ) : (
            <input
              {...props}
              {...described}
              ref={input}
              className={controls.control}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={100}
              onChange={(event) => change(event.target.value)}
            />
          )}
        </FieldShell>
      )}
      {ways.length > 1 && (
        <div className={styles.others}>
          {ways
            .filter((one) => one !== way)
            .map((other) => (
              <Button
                look="quiet"
                key={other}
                disabled={busy}
                onClick={() => {
                  setWay(other);
                  change('');
                }}
              >
                {labels[other]()}
              </Button>
            ))}
        </div>
      )}
    </FormDialog>
  );
}
