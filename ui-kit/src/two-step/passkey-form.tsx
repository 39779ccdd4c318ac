// Adds a passkey: its name, then the browser's own dialog.
import { useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { m } from '@mizan/ui-kit/messages';
import { Button } from '../button';
import { FormAlert, TextField } from '../field';
import { makePasskey, PasskeyDeclined } from '../passkey';
import sheet from '../sheet.module.css';
import { ownFactors, refusalOf, type PasskeyChallenge, type Refusal } from './own-factors';

interface Props {
  challenge: PasskeyChallenge;
  onAdded: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

export function PasskeyForm({ challenge, onAdded, onCancel }: Props) {
  const [refusal, setRefusal] = useState<Refusal<'name'>>({});
  const [busy, setBusy] = useState(false);
  const name = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const entered = name.current?.value.trim() || m.two_step_passkey_default();
    setBusy(true);
    try {
      const passkey = await makePasskey(challenge.options);
      onAdded(await ownFactors.confirmPasskey({ ticket: challenge.ticket, name: entered, passkey }));
    } catch (error) {
      const declined = error instanceof PasskeyDeclined;
      flushSync(() => {
        setBusy(false);
        setRefusal(declined ? { form: m.two_step_passkey_failed() } : refusalOf(error, ['name']));
      });
      name.current?.focus();
    }
  }

  return (
    <form className={sheet['form']} noValidate onSubmit={(event) => void submit(event)}>
      <div className={sheet['body']}>
        {refusal.form ? (
          <FormAlert>{refusal.form}</FormAlert>
        ) : (
          <p className={sheet['text']}>{m.two_step_passkey_text()}</p>
        )}
        <TextField
          ref={name}
          label={m.two_step_passkey_name()}
          hint={m.two_step_passkey_name_hint()}
          name="name"
          autoComplete="off"
          maxLength={100}
          placeholder={m.two_step_passkey_default()}
          error={refusal.name}
          onChange={() => setRefusal({})}
        />
      </div>
      <div className={sheet['foot']}>
        <Button look="quiet" onClick={onCancel}>
          {m.two_step_cancel()}
        </Button>
        <Button type="submit" busy={busy}>
          {busy ? m.two_step_working() : m.two_step_passkey_add()}
        </Button>
      </div>
    </form>
  );
}
