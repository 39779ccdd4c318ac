// The dialog in which users have a saved item sent to them by mail: at a time of a day, or when its count crosses a bound.
// Below it are their subscriptions to it, each with a button that stops it.
import { Button } from '@mizan/ui-kit/button';
import controls from '@mizan/ui-kit/control.module.css';
import { m } from '@mizan/ui-kit/messages';
import { zone } from '@mizan/ui-kit/formats';
import { Segments } from '@mizan/ui-kit/segments';
import { toast } from '@mizan/ui-kit/toaster';
import { useId, useRef, useState } from 'react';
import { errorMessage, isAtFields } from '../data/problems.ts';
import { toastFailure } from '../data/why.ts';
import { FieldShell } from '../form/field-shell.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { useSubmit } from '../form/use-submit.ts';
import type { Saved, SavedCollection } from './collection.ts';
import styles from './subscribe.module.css';
import { FORMAT_LABELS, OPERATOR_LABELS, subscriptionText, weekdayName, weekdays } from './subscription-texts.ts';
import {
  FORMATS,
  OPERATORS,
  useSubscriptionChanges,
  useSubscriptions,
  type Format,
  type Operator,
  type Subscription,
  type SubscriptionInput,
} from './subscriptions.ts';

interface Props {
  collection: SavedCollection;
  saved: Saved;
  onClose: () => void;
}

const USUAL_TIME = '08:00';
const EVERY_DAY = '';
/** A time of a day, `08:00`, also without the leading zero. */
const TIME = /^([01]?\d|2[0-3]):[0-5]\d$/;

export default function SubscribeDialog({ collection, saved, onClose }: Props) {
  const id = useId();
  const { data: own, error, refetch } = useSubscriptions(collection, saved);
  const changes = useSubscriptionChanges(collection, saved);
  const [kind, setKind] = useState<'schedule' | 'when'>('schedule');
  const [weekday, setWeekday] = useState(EVERY_DAY);
  const [time, setTime] = useState(USUAL_TIME);
  const [operator, setOperator] = useState<Operator>('greater_than');
  const [count, setCount] = useState('0');
  const [format, setFormat] = useState<Format>('html');
  const [attempted, setAttempted] = useState(false);
  const wrong = useRef<HTMLInputElement>(null);
  const subscribing = useSubmit<SubscriptionInput>({
    send: changes.add,
    onDone() {
      toast.success(m.subscribe_done());
      onClose();
    },
    onError: (failure) =>
      isAtFields(failure) ? { failure: failure.errors.map(({ message }) => message).join(' ') } : undefined,
    failed: m.subscribe_failed(),
  });
  const isWrong = kind === 'schedule' ? !TIME.test(time) : !/^\d{1,9}$/.test(count);
  const problem =
    attempted && isWrong ? (kind === 'schedule' ? m.subscribe_time_needed() : m.subscribe_count_needed()) : undefined;

  const submit = () => {
    setAttempted(true);
    if (isWrong) wrong.current?.focus();
    else if (kind === 'when') void subscribing.submit({ when: { operator, count: Number(count) }, format });
    else {
      const at = { time: time.padStart(USUAL_TIME.length, '0') };
      const schedule = weekday === EVERY_DAY ? at : { weekday: Number(weekday), ...at };
      void subscribing.submit({ schedule, format });
    }
  };

  return (
    <FormDialog
      title={m.subscribe_title({ name: saved.name })}
      description={m.subscribe_text()}
      submit={{ label: m.subscribe_submit(), busy: m.admin_saving() }}
      busy={subscribing.busy}
      failure={subscribing.failure}
      why={subscribing.why}
      onSubmit={submit}
      onClose={onClose}
    >
      <Segments
        legend={m.subscribe_when()}
        choices={[
          { value: 'schedule', label: m.subscribe_by_time() },
          { value: 'when', label: m.subscribe_by_count() },
        ]}
        chosen={kind}
        choose={setKind}
      />
      {kind === 'schedule' ? (
        <div className={styles.pair}>
          <FieldShell id={`${id}day`} label={m.subscribe_day()}>
            <select
              id={`${id}day`}
              className={controls.control}
              value={weekday}
              onChange={(event) => setWeekday(event.target.value)}
            >
              <option value={EVERY_DAY}>{m.subscribe_every_day()}</option>
              {weekdays().map((day) => (
                <option key={day} value={day}>
                  {weekdayName(day)}
                </option>
              ))}
            </select>
          </FieldShell>
          <FieldShell
            id={`${id}time`}
            label={m.subscribe_time()}
            hint={m.subscribe_zone({ zone: zone() })}
            errors={problem === undefined ? [] : [problem]}
          >
            <input
              ref={wrong}
              id={`${id}time`}
              inputMode="text"
              autoComplete="off"
              maxLength={USUAL_TIME.length}
              className={controls.control}
              aria-invalid={problem !== undefined || undefined}
              value={time}
              onChange={(event) => setTime(event.target.value.trim())}
            />
          </FieldShell>
        </div>
      ) : (
        <div className={styles.pair}>
          <FieldShell id={`${id}operator`} label={m.subscribe_bound()}>
            <select
              id={`${id}operator`}
              className={controls.control}
              value={operator}
              onChange={(event) => setOperator(event.target.value as Operator)}
            >
              {OPERATORS.map((one) => (
                <option key={one} value={one}>
                  {OPERATOR_LABELS[one]()}
                </option>
              ))}
            </select>
          </FieldShell>
          <FieldShell id={`${id}count`} label={m.subscribe_count()} errors={problem === undefined ? [] : [problem]}>
            <input
              ref={wrong}
              id={`${id}count`}
              inputMode="numeric"
              className={controls.control}
              aria-invalid={problem !== undefined || undefined}
              value={count}
              onChange={(event) => setCount(event.target.value.trim())}
            />
          </FieldShell>
        </div>
      )}
      <Segments
        legend={m.subscribe_format()}
        choices={FORMATS.map((value) => ({ value, label: FORMAT_LABELS[value]() }))}
        chosen={format}
        choose={setFormat}
      />
      {error !== null && !own && (
        <p className={styles.wrong} role="alert">
          {m.subscribe_own_failed()}{' '}
          <Button look="quiet" onClick={() => void refetch()}>
            {m.admin_retry()}
          </Button>
        </p>
      )}
      {own && own.length > 0 && <Own own={own} onStop={changes.stop} />}
    </FormDialog>
  );
}

function Own({ own, onStop }: { own: Subscription[]; onStop: (id: string) => Promise<void> }) {
  const id = useId();
  const [busy, setBusy] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const stop = async (one: Subscription) => {
    setBusy(one.id);
    try {
      await onStop(one.id);
      toast.success(m.subscribe_stopped());
      heading.current?.focus();
    } catch (error) {
      toastFailure(error, errorMessage(error, m.subscribe_stop_failed()));
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <section className={styles.own} aria-labelledby={id}>
      <h3 id={id} ref={heading} tabIndex={-1} className={styles.title}>
        {m.subscribe_own()}
      </h3>
      <ul className={styles.list}>
        {own.map((one) => (
          <li key={one.id} className={styles.one}>
            <span id={`${id}${one.id}`} className={styles.text}>
              {subscriptionText(one)}
              <span className={styles.format}>{FORMAT_LABELS[one.format]()}</span>
            </span>
            <Button
              look="secondary"
              busy={busy === one.id}
              aria-describedby={`${id}${one.id}`}
              onClick={() => void stop(one)}
            >
              {m.subscribe_stop()}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
