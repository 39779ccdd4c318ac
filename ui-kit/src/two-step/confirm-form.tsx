// Confirms a change of one's second factors: says what follows, and asks for the password where it is needed.
import { useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { m } from '@mizan/ui-kit/messages';
import { Button } from '../button';
import { FormAlert, TextField } from '../field';
import sheet from '../sheet.module.css';
import { refusalOf, type Refusal } from './own-factors';

export interface ConfirmFormProps {
  text: string;
  label: string;
  danger: boolean;
  passwordNeeded: boolean;
  /** Makes the change with this password, empty where none is needed. A rejection is shown here. */
  run: (password: string) => Promise<void>;
  onCancel: () => void;
}

export function ConfirmForm({ text, label, danger, passwordNeeded, run, onCancel }: ConfirmFormProps) {
  const [refusal, setRefusal] = useState<Refusal<'currentPassword'>>({});
  const [withPassword, setWithPassword] = useState(passwordNeeded);
  const [busy, setBusy] = useState(false);
  const password = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      await run(password.current?.value ?? '');
    } catch (error) {
      const next = refusalOf(error, ['currentPassword']);
      flushSync(() => {
        setBusy(false);
        setRefusal(next);
        // Ten minutes may have passed since this was loaded.
        if (next.currentPassword) setWithPassword(true);
      });
      password.current?.select();
    }
  }

  return (
    <form className={sheet['form']} noValidate onSubmit={(event) => void submit(event)}>
      <div className={sheet['body']}>
        {refusal.form ? <FormAlert>{refusal.form}</FormAlert> : <p className={sheet['text']}>{text}</p>}
        {withPassword && (
          <TextField
            ref={password}
            label={m.password_current()}
            name="currentPassword"
            type="password"
            autoComplete="current-password"
            required
            error={refusal.currentPassword}
            onChange={() => setRefusal({})}
          />
        )}
      </div>
      <div className={sheet['foot']}>
        <Button look="quiet" onClick={onCancel}>
          {m.two_step_cancel()}
        </Button>
        <Button type="submit" look={danger ? 'danger' : 'primary'} busy={busy}>
          {busy ? m.two_step_working() : label}
        </Button>
      </div>
    </form>
  );
}
