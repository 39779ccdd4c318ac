// Sets up an authenticator app: the QR code, the secret as text, and the first code.
import { useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { m } from '@mizan/ui-kit/messages';
import { Button } from '../button';
import { FormAlert, TextField } from '../field';
import sheet from '../sheet.module.css';
import { ownFactors, refusalOf, type NewApp, type Refusal } from './own-factors';
import { QrCode } from './qr-code';
import styles from './two-step.module.css';
import { useCopy } from './use-copy';

interface Props {
  app: NewApp;
  onConfirmed: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

/** In groups of four, as people read it. */
const spaced = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

export function AppForm({ app, onConfirmed, onCancel }: Props) {
  const [refusal, setRefusal] = useState<Refusal<'code'>>({});
  const [busy, setBusy] = useState(false);
  const { shown, announcement, copy } = useCopy();
  const code = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      onConfirmed(await ownFactors.confirmApp(code.current?.value ?? ''));
    } catch (error) {
      flushSync(() => {
        setBusy(false);
        setRefusal(refusalOf(error, ['code']));
      });
      code.current?.select();
    }
  }

  return (
    <form className={sheet['form']} noValidate onSubmit={(event) => void submit(event)}>
      <div className={sheet['body']}>
        {refusal.form && <FormAlert>{refusal.form}</FormAlert>}
        <div className={styles['wide']}>
          <ol className={styles['steps']}>
            <li>
              <p>{m.two_step_app_scan()}</p>
              <QrCode text={app.address} label={m.two_step_app_qr()} />
            </li>
            <li>
              <p>{m.two_step_app_type()}</p>
              <div className={styles['secret']}>
                <code ref={shown}>{spaced(app.secret)}</code>
                <Button look="secondary" onClick={() => void copy(app.secret)}>
                  {m.two_step_app_copy()}
                </Button>
              </div>
              <p className={sheet['below']} role="status">
                {announcement}
              </p>
            </li>
            <li>
              <p>{m.two_step_app_confirm()}</p>
              <TextField
                ref={code}
                label={m.second_code()}
                name="code"
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={20}
                required
                error={refusal.code}
                onChange={() => setRefusal({})}
              />
            </li>
          </ol>
        </div>
      </div>
      <div className={sheet['foot']}>
        <Button look="quiet" onClick={onCancel}>
          {m.two_step_cancel()}
        </Button>
        <Button type="submit" busy={busy}>
          {busy ? m.two_step_app_saving() : m.two_step_app_save()}
        </Button>
      </div>
    </form>
  );
}
