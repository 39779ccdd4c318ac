// Gives somebody another password. It is checked on submit, and from then on with every key.
import {
  type ActionProps,
  actSilently,
  FieldShell,
  isAtFields,
  noteId,
  PasswordBox,
  sentenceOf,
} from '@mizan/admin-ui/module';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useIntent } from '@mizan/ui-kit/intent';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { useId, useRef, useState, type FormEvent } from 'react';
import { passwordProblems } from './password-rules.ts';
import styles from './users.module.css';
import { nameOfUser } from './verbs.ts';

export default function SetPassword({ resource, record, onClose }: ActionProps) {
  const id = useId();
  const [password, setPasswordTyped] = useState('');
  const [confirm, setConfirm] = useState('');
  const [attempted, setAttempted] = useState(false);
  const [refused, setRefused] = useState<string | undefined>(undefined);
  const [saving, setSaving] = useState(false);
  const busy = useRef(false);
  const intent = useIntent();
  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);
  const problems = passwordProblems(password, confirm);
  const shown = attempted ? problems : {};
  const wrong = shown.password ?? refused;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy.current) return;
    setAttempted(true);
    if (problems.password || problems.confirm) {
      (problems.password ? first : second).current?.focus();
      return;
    }
    busy.current = true;
    setSaving(true);
    try {
      await intent.send(password, (key) => actSilently(resource, record.id, 'set-password', { password }, key));
      toast.success(m.users_password_done());
      onClose();
    } catch (error) {
      if (isAtFields(error)) {
        setRefused(error.errors.map(({ message }) => message).join(' '));
        first.current?.focus();
      } else toast.error(sentenceOf(error, m.users_password_failed()));
    } finally {
      busy.current = false;
      setSaving(false);
    }
  };

  const described = (field: string, problem: string | undefined) => ({
    'aria-required': true,
    'aria-invalid': problem !== undefined || undefined,
    'aria-describedby': problem === undefined ? undefined : noteId(field),
  });
  return (
    <Dialog open onClose={saving ? undefined : onClose} maxWidth="xs" fullWidth aria-labelledby={`${id}title`}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <DialogTitle id={`${id}title`}>{m.users_set_password()}</DialogTitle>
        <DialogContent>
          <p className={styles.text}>
            {m.users_set_password_text({ name: nameOfUser(record), email: String(record['email'] ?? '') })}
          </p>
          <div className={styles.form}>
            <FieldShell id={`${id}new`} label={m.users_new_password()} errors={wrong === undefined ? [] : [wrong]}>
              <PasswordBox
                id={`${id}new`}
                value={password}
                wrong={wrong !== undefined}
                // The dialog was opened to write in it.
                // oxlint-disable-next-line jsx-a11y/no-autofocus
                autoFocus
                inputRef={first}
                input={described(`${id}new`, wrong)}
                onChange={(next) => {
                  setPasswordTyped(next);
                  setRefused(undefined);
                }}
              />
            </FieldShell>
            <FieldShell
              id={`${id}again`}
              label={m.users_confirm_password()}
              errors={shown.confirm === undefined ? [] : [shown.confirm]}
            >
              <PasswordBox
                id={`${id}again`}
                value={confirm}
                wrong={shown.confirm !== undefined}
                inputRef={second}
                input={described(`${id}again`, shown.confirm)}
                onChange={setConfirm}
              />
            </FieldShell>
          </div>
        </DialogContent>
        <DialogActions>
          <Button variant="text" onClick={onClose} disabled={saving}>
            {m.admin_cancel()}
          </Button>
          <Button type="submit" variant="contained" aria-disabled={saving}>
            {saving ? m.users_set_password_busy() : m.users_set_password()}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
