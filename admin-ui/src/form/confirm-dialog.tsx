// The dialog in which the user confirms to be there, by the password or a code. It opens over the form that needs it.
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { Way } from '@mizan/ui-kit/confirmation';
import { formatWait } from '@mizan/ui-kit/formats';
import { api, asProblem, dataOf } from '@mizan/ui-kit/http';
import { m } from '@mizan/ui-kit/messages';
import { useEffect, useId, useRef, useState } from 'react';
import { FieldShell, noteId } from './field-shell.tsx';
import { FormDialog } from './form-dialog.tsx';
import { PasswordBox } from './password-input.tsx';

interface Props {
  ways: Way[];
  onClose: (confirmed: boolean) => void;
}

const missing = { password: m.admin_confirm_password_missing, code: m.admin_confirm_code_missing };

export default function ConfirmDialog({ ways, onClose }: Props) {
  const id = useId();
  const [way, setWay] = useState<Way>(ways[0] ?? 'password');
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string | undefined>(undefined);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const other = ways.find((one) => one !== way);

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
    if (!typed) {
      setWrong(missing[way]());
      input.current?.focus();
      return;
    }
    setBusy(true);
    setFailure(undefined);
    try {
      const body = way === 'password' ? { currentPassword: typed } : { code: typed };
      dataOf(await api.POST('/api/auth/confirm', { body }));
      onClose(true);
    } catch (error) {
      const problem = asProblem(error);
      setBusy(false);
      if (problem.status === 422) setWrong(problem.message);
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
  const props = { id: field, value: typed, inputRef: input };
  return (
    <FormDialog
      title={m.two_step_confirm_title()}
      description={m.admin_confirm_text()}
      submit={{ label: m.two_step_continue(), busy: m.two_step_working() }}
      aside={
        other && (
          <Button
            variant="text"
            disabled={busy}
            onClick={() => {
              setWay(other);
              change('');
            }}
          >
            {other === 'code' ? m.admin_confirm_by_code() : m.admin_confirm_by_password()}
          </Button>
        )
      }
      busy={busy}
      stays
      failure={failure}
      onSubmit={() => void submit()}
      onClose={() => onClose(false)}
    >
      <FieldShell
        key={way}
        id={field}
        label={way === 'password' ? m.password_current() : m.second_code()}
        errors={wrong === undefined ? [] : [wrong]}
      >
        {way === 'password' ? (
          <PasswordBox
            {...props}
            wrong={wrong !== undefined}
            input={{ ...described, autoComplete: 'current-password' }}
            onChange={change}
          />
        ) : (
          <OutlinedInput
            {...props}
            fullWidth
            error={wrong !== undefined}
            inputProps={{ ...described, inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 100 }}
            onChange={(event) => change(event.target.value)}
          />
        )}
      </FieldShell>
    </FormDialog>
  );
}
