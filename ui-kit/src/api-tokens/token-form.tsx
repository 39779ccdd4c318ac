// The form of a new token: name, expiry and permissions.
import { useId, useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { m } from '@mizan/ui-kit/messages';
import { Button } from '../button';
import { isBusinessDay } from '../entry/day';
import { DayInput, type DayEntry } from '../entry/day-input';
import { dayProblem } from '../entry/problems';
import { belowOf, Field, FormAlert, TextField } from '../field';
import { dayOf, endOfDay, formatDate, placeOfZone } from '../formats';
import { asProblem, type ProblemError } from '../http';
import { Segments } from '../segments';
import type { Permissions } from '../session';
import sheet from '../sheet.module.css';
import { chosenOf, grantable, isChosen, makeToken, type Chosen, type NewToken } from './own-tokens';
import { PermissionChoice } from './permission-choice';

const DAY_MS = 86_400_000;
const SPANS = [30, 90, 365];
const ON_A_DATE = 'date';
/** A token is valid for a year at most, until the end of its last day. */
const LAST_DAY = 364;

interface Errors {
  name?: string | undefined;
  expiresAt?: string | undefined;
  permissions?: string | undefined;
  currentPassword?: string | undefined;
  /** An error that is about none of the fields. */
  form?: string | undefined;
}

function errorsOf(problem: ProblemError): Errors {
  const at = (beginning: string): string | undefined =>
    problem.errors.find(({ pointer }) => pointer.startsWith(beginning))?.message;
  const found = {
    name: at('/name'),
    expiresAt: at('/expiresAt'),
    permissions: at('/permissions'),
    currentPassword: at('/currentPassword'),
  };
  return Object.values(found).some(Boolean) ? found : { form: problem.message };
}

interface Props {
  own: Permissions;
  onCreated: (token: NewToken) => void;
  onCancel: () => void;
}

export function TokenForm({ own, onCreated, onCancel }: Props) {
  const offered = grantable(own);
  const [now] = useState(() => new Date());
  const [span, setSpan] = useState('90');
  const [day, setDay] = useState<DayEntry>();
  const dayId = useId();
  const [scope, setScope] = useState<'all' | 'some'>('all');
  const [chosen, setChosen] = useState<Chosen>(new Set());
  /** The server requires the password when the sign-in is some time ago. */
  const [needsPassword, setNeedsPassword] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const after = (from: number): string => new Date(from + Number(span) * DAY_MS).toISOString();

  function refuse(next: Errors): void {
    flushSync(() => {
      setErrors(next);
      if (next.currentPassword) setNeedsPassword(true);
    });
    const target = form.current?.querySelector<HTMLElement>('[data-refused], input[aria-invalid], [role="alert"]');
    const within =
      target?.querySelector<HTMLElement>('input[aria-invalid]') ?? target?.querySelector<HTMLElement>('input:checked');
    target?.scrollIntoView({ block: 'nearest' });
    (within ?? target)?.focus();
  }

  /** The rejected value has been changed, so its message no longer applies. */
  function changed(name: keyof Errors): void {
    if (errors[name]) setErrors({ ...errors, [name]: undefined });
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const entered = new FormData(event.currentTarget);
    const name = String(entered.get('name') ?? '');
    const currentPassword = String(entered.get('currentPassword') ?? '');
    // Undefined means all of the user's permissions.
    const permissions =
      scope === 'some' ? chosenOf(offered, (resource, action) => isChosen(chosen, resource, action)) : undefined;
    const known = span !== ON_A_DATE || (day !== undefined && isBusinessDay(day));
    if (!known) return refuse({ expiresAt: dayProblem(day ?? '') ?? m.tokens_expiry_missing() });
    if (permissions?.length === 0) return refuse({ permissions: m.tokens_choice_missing() });
    const expiresAt = span === ON_A_DATE ? endOfDay(day ?? '') : after(Date.now());
    setBusy(true);
    try {
      onCreated(
        await makeToken({
          name,
          expiresAt,
          ...(permissions && { permissions }),
          ...(currentPassword && { currentPassword }),
        }),
      );
    } catch (error) {
      setBusy(false);
      refuse(errorsOf(asProblem(error)));
    }
  }

  return (
    <form ref={form} className={sheet['form']} noValidate onSubmit={(event) => void submit(event)}>
      <div className={sheet['body']}>
        {errors.form && <FormAlert>{errors.form}</FormAlert>}
        <TextField
          label={m.tokens_name()}
          hint={m.tokens_form_text()}
          name="name"
          autoComplete="off"
          required
          error={errors.name}
          onChange={() => changed('name')}
        />
        <div className={sheet['part']} data-refused={errors.expiresAt ? true : undefined}>
          <Segments
            legend={m.tokens_expiry()}
            choices={[
              ...SPANS.map((days) => ({ value: String(days), label: m.tokens_expiry_days({ days }) })),
              { value: ON_A_DATE, label: m.tokens_expiry_date() },
            ]}
            chosen={span}
            choose={(next) => {
              setSpan(next);
              changed('expiresAt');
            }}
          />
          {span === ON_A_DATE ? (
            <Field
              id={dayId}
              label={m.tokens_expiry_day()}
              hint={m.tokens_expiry_day_hint({ place: placeOfZone() })}
              error={errors.expiresAt}
            >
              <DayInput
                id={dayId}
                value={day}
                least={dayOf(now)}
                most={dayOf(new Date(now.getTime() + LAST_DAY * DAY_MS))}
                required
                wrong={errors.expiresAt !== undefined}
                aria-describedby={belowOf(dayId)}
                onChange={(entry) => {
                  setDay(entry);
                  changed('expiresAt');
                }}
              />
            </Field>
          ) : (
            <p className={sheet['below']} data-error={errors.expiresAt ? true : undefined} aria-live="polite">
              {errors.expiresAt ?? m.tokens_expiry_on({ date: formatDate(after(now.getTime())) })}
            </p>
          )}
        </div>
        <div className={sheet['part']} data-refused={errors.permissions ? true : undefined}>
          <Segments
            legend={m.tokens_scope()}
            choices={[
              { value: 'all', label: m.tokens_scope_all() },
              { value: 'some', label: m.tokens_scope_some() },
            ]}
            chosen={scope}
            choose={(next) => {
              setScope(next);
              changed('permissions');
            }}
          />
          <p className={sheet['below']} data-error={errors.permissions ? true : undefined} aria-live="polite">
            {errors.permissions ?? (scope === 'all' ? m.tokens_scope_all_hint() : m.tokens_scope_some_hint())}
          </p>
          {scope === 'some' && (
            <PermissionChoice
              offered={offered}
              chosen={chosen}
              onChange={(next) => {
                setChosen(next);
                changed('permissions');
              }}
            />
          )}
        </div>
        {needsPassword && (
          <TextField
            label={m.password_current()}
            name="currentPassword"
            type="password"
            autoComplete="current-password"
            required
            error={errors.currentPassword}
            onChange={() => changed('currentPassword')}
          />
        )}
      </div>
      <div className={sheet['foot']}>
        <Button look="quiet" onClick={onCancel}>
          {m.tokens_cancel()}
        </Button>
        <Button type="submit" busy={busy}>
          {busy ? m.tokens_making() : m.tokens_make()}
        </Button>
      </div>
    </form>
  );
}
