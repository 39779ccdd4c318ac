// The dialog in which users change their own password.
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { m } from '@mizan/ui-kit/messages';
import { Button } from './button';
import { FormAlert, TextField } from './field';
import { formatWait } from './relative-times';
import { Modal, useModal } from './modal';
import { api, asProblem, dataOf, type ProblemError } from './http';
import { toast } from './toaster';
import styles from './dialog.module.css';

type Name = 'currentPassword' | 'newPassword' | 'confirm';
/** `form` is the error that belongs to no field. */
type Errors = Partial<Record<Name | 'form', string>>;

function errorsOf(problem: ProblemError): Errors {
  if (problem.errors.length > 0)
    return Object.fromEntries(problem.errors.map(({ pointer, message }) => [pointer.slice(1), message]));
  if (problem.status !== 429 || problem.retryAfter === undefined) return { form: problem.message };
  return { form: m.password_too_often({ when: formatWait(problem.retryAfter) }) };
}

export default function ChangePassword({ onClose }: { onClose: () => void }) {
  const title = useId();
  return (
    <Modal labelledBy={title} onClose={onClose}>
      <PasswordForm title={title} />
    </Modal>
  );
}

function PasswordForm({ title }: { title: string }) {
  const { close } = useModal();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  function refuse(next: Errors): void {
    flushSync(() => setErrors(next));
    form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus();
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const entered = new FormData(event.currentTarget);
    const text = (name: string): string => String(entered.get(name) ?? '');
    if (text('newPassword') !== text('confirm')) {
      refuse({ confirm: m.password_mismatch() });
      return;
    }
    setBusy(true);
    try {
      const body = { currentPassword: text('currentPassword'), newPassword: text('newPassword') };
      dataOf(await api.POST('/api/auth/password', { body }));
      toast.success(m.password_saved());
      close();
    } catch (error) {
      refuse(errorsOf(asProblem(error)));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form ref={form} className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
      <div className={styles['head']}>
        <h2 id={title} className={styles['title']}>
          {m.password_title()}
        </h2>
        {errors.form ? <FormAlert>{errors.form}</FormAlert> : <p className={styles['text']}>{m.password_text()}</p>}
      </div>
      <Password name="currentPassword" label={m.password_current()} errors={errors} />
      <Password name="newPassword" label={m.password_new()} errors={errors} />
      <Password name="confirm" label={m.password_confirm()} errors={errors} />
      <div className={styles['foot']}>
        <Button look="quiet" onClick={close}>
          {m.password_cancel()}
        </Button>
        <Button type="submit" busy={busy}>
          {busy ? m.password_saving() : m.password_save()}
        </Button>
      </div>
    </form>
  );
}

function Password({ name, label, errors }: { name: Name; label: string; errors: Errors }) {
  const autoComplete = name === 'currentPassword' ? 'current-password' : 'new-password';
  return <TextField {...{ name, label, autoComplete }} type="password" error={errors[name]} />;
}
