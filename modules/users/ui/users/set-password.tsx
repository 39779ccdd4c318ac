// The dialog that sets a user's password. Validated on submit, and after that on every change.
import {
  type ActionProps,
  FieldShell,
  FormDialog,
  noteId,
  PasswordBox,
  perform,
  useSubmit,
} from '@mizan/admin-ui/module';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { useEffect, useId, useRef, useState } from 'react';
import { passwordProblems } from './password-rules.ts';
import { nameOfUser } from './name.ts';

export default function SetPassword({ resource, record, onClose }: ActionProps) {
  const id = useId();
  const [password, setPasswordTyped] = useState('');
  const [confirm, setConfirm] = useState('');
  const [attempted, setAttempted] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);
  const problems = passwordProblems(password, confirm);
  const shown = attempted ? problems : {};
  const setting = useSubmit({
    send: (body: { password: string }, key) => perform(resource, record.id, 'set-password', { body, key }),
    onDone() {
      toast.success(m.users_password_done());
      onClose();
    },
    failed: m.users_password_failed(),
    toasts: true,
  });
  const refused = setting.problems.map(({ message }) => message).join(' ');
  const wrong = shown.password ?? (refused || undefined);
  // A rejected password has to be typed again.
  useEffect(() => {
    if (refused) first.current?.focus();
  }, [refused]);

  const submit = () => {
    setAttempted(true);
    if (problems.password || problems.confirm) (problems.password ? first : second).current?.focus();
    else void setting.submit({ password });
  };

  const described = (field: string, problem: string | undefined) => ({
    'aria-required': true,
    'aria-invalid': problem !== undefined || undefined,
    'aria-describedby': problem === undefined ? undefined : noteId(field),
  });
  return (
    <FormDialog
      title={m.users_set_password()}
      description={m.users_set_password_text({ name: nameOfUser(record), email: String(record['email'] ?? '') })}
      submit={{ label: m.users_set_password(), busy: m.users_set_password_busy() }}
      busy={setting.busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <FieldShell id={`${id}new`} label={m.users_new_password()} errors={wrong === undefined ? [] : [wrong]}>
        <PasswordBox
          id={`${id}new`}
          value={password}
          wrong={wrong !== undefined}
          inputRef={first}
          input={described(`${id}new`, wrong)}
          onChange={(next) => {
            setPasswordTyped(next);
            setting.forget();
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
    </FormDialog>
  );
}
