// Another policy, pasted or from a file, and what it would change before it is in force.
import { Button } from '@mizan/ui-kit/button';
import controls from '@mizan/ui-kit/control.module.css';
import { m } from '@mizan/ui-kit/messages';
import { useMutation } from '@tanstack/react-query';
import { useId, useRef, useState, type FormEvent } from 'react';
import { policyDifference } from './policy.ts';
import { errorMessage, isAtFields } from '../data/problems.ts';
import { Icon } from '../frame/icon.tsx';
import styles from './access.module.css';
import { Difference } from './policy-difference.tsx';

export function PolicyChange() {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const [policy, setPolicy] = useState('');
  const { mutate, reset, data, error, isPending } = useMutation({ mutationFn: policyDifference });
  const message = error
    ? isAtFields(error)
      ? error.errors.map((one) => one.message).join(' ')
      : errorMessage(error, m.access_change_failed())
    : undefined;
  const change = (next: string) => {
    setPolicy(next);
    reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    if (policy.trim() === '') area.current?.focus();
    else mutate(policy);
  };
  return (
    <section className={styles.panel} aria-labelledby={`${id}title`}>
      <form className={styles.change} onSubmit={submit}>
        <h2 id={`${id}title`} className={styles.heading}>
          {m.access_change()}
        </h2>
        <label htmlFor={id} className={styles.quiet}>
          {m.access_change_text()}
        </label>
        <textarea
          ref={area}
          id={id}
          className={`${controls.control} ${styles.text}`}
          dir="ltr"
          rows={6}
          spellCheck={false}
          value={policy}
          aria-invalid={message ? true : undefined}
          aria-describedby={message ? `${id}note` : undefined}
          onChange={({ target }) => change(target.value)}
        />
        {message && (
          <p id={`${id}note`} role="alert" className={styles.wrong}>
            {message}
          </p>
        )}
        <div className={styles.buttons}>
          <input
            ref={file}
            type="file"
            hidden
            accept=".csv,text/csv,text/plain"
            aria-label={m.access_choose_file()}
            onChange={({ target }) => {
              const [chosen] = target.files ?? [];
              if (chosen) void chosen.text().then(change);
              target.value = '';
            }}
          />
          <Button look="secondary" icon={<Icon name="upload" size={18} />} onClick={() => file.current?.click()}>
            {m.access_choose_file()}
          </Button>
          <Button type="submit" busy={isPending}>
            {m.access_change_show()}
          </Button>
        </div>
      </form>
      <div role="status">{data && <Difference data={data} />}</div>
    </section>
  );
}
