// `/join-us`: requesting access, and what happens next. Neither the response nor this page reveals whether the email is
// known.
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { Link } from '@tanstack/react-router';
import type { paths as Api } from '@mizan/openapi/schema';
import { Button, buttonClass } from '@mizan/ui-kit/button';
import { FormAlert, TextArea, TextField } from '@mizan/ui-kit/field';
import { formatWait } from '@mizan/ui-kit/relative-times';
import { api, asProblem, dataOf, type ProblemError } from '@mizan/ui-kit/http';
import { useIntent } from '@mizan/ui-kit/intent';
import { m } from '@mizan/ui-kit/messages';
import { product } from '@mizan/ui-kit/product';
import { useTitle } from '@mizan/ui-kit/title';
import { paths } from '../paths';
import { PublicPage } from './public-page';
import styles from './public-page.module.css';

type Request = Api['/api/join-requests']['post']['requestBody']['content']['application/json'];
type Refusal = Partial<Record<keyof Request | 'form', string | undefined>>;

const FIELDS: (keyof Request)[] = ['firstName', 'lastName', 'email', 'message'];

function refusalOf(problem: ProblemError): Refusal {
  const refusal: Refusal = {};
  for (const field of FIELDS) refusal[field] = problem.errors.find(({ pointer }) => pointer === `/${field}`)?.message;
  if (FIELDS.some((field) => refusal[field])) return refusal;
  if (problem.status !== 429 || problem.retryAfter === undefined) return { form: problem.message };
  return { form: m.join_too_often({ when: formatWait(problem.retryAfter) }) };
}

export function JoinPage() {
  const [sent, setSent] = useState<Request>();
  useTitle(m.join_title());
  return (
    <PublicPage
      foot={
        <p>
          {m.join_have_account()} <Link to={paths.login}>{m.join_sign_in()}</Link>
        </p>
      }
    >
      {sent ? <Sent request={sent} /> : <Form onSent={setSent} />}
    </PublicPage>
  );
}

function Form({ onSent }: { onSent: (request: Request) => void }) {
  const [refusal, setRefusal] = useState<Refusal>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const intent = useIntent();

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const entered = new FormData(event.currentTarget);
    const text = (field: keyof Request): string => String(entered.get(field) ?? '');
    const request: Request = {
      firstName: text('firstName'),
      email: text('email'),
      ...(text('lastName') ? { lastName: text('lastName') } : {}),
      ...(text('message') ? { message: text('message') } : {}),
    };
    setBusy(true);
    try {
      const send = (key: string) =>
        api.POST('/api/join-requests', { params: { header: { 'Idempotency-Key': key } }, body: request });
      await intent.send(request, async (key) => dataOf(await send(key)));
      onSent(request);
    } catch (error) {
      setBusy(false);
      flushSync(() => setRefusal(refusalOf(asProblem(error))));
      form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    }
  }

  /** The rejected value has been changed, so its message no longer applies. */
  const field = (name: keyof Request) => ({
    name,
    error: refusal[name],
    onChange: () => {
      if (refusal[name]) setRefusal({ ...refusal, [name]: undefined });
    },
  });

  return (
    <form ref={form} className={styles['form']} method="post" noValidate onSubmit={(event) => void submit(event)}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>{m.join_title()}</h1>
        {refusal.form ? <FormAlert>{refusal.form}</FormAlert> : <p className={styles['lead']}>{m.join_lead()}</p>}
      </header>
      <div className={styles['fields']}>
        <div className={styles['pair']}>
          <TextField label={m.join_first_name()} {...field('firstName')} autoComplete="given-name" required />
          <TextField label={m.join_last_name()} {...field('lastName')} autoComplete="family-name" optional />
        </div>
        <TextField
          label={m.join_email()}
          hint={m.join_email_hint()}
          {...field('email')}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          required
        />
        <TextArea label={m.join_message()} hint={m.join_message_hint()} {...field('message')} optional />
        <div className={styles['enter']}>
          <Button type="submit" wide busy={busy}>
            {busy ? m.join_submitting() : m.join_submit()}
          </Button>
        </div>
      </div>
    </form>
  );
}

function Sent({ request }: { request: Request }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles['form']}>
      <header className={styles['head']}>
        <h1 ref={heading} tabIndex={-1} className={styles['title']}>
          {m.join_sent_title()}
        </h1>
        <p className={styles['lead']}>{m.join_sent_text({ name: request.firstName.trim() })}</p>
      </header>
      <ol className={styles['steps']} aria-label={m.join_sent_steps()}>
        <li>{m.join_sent_read()}</li>
        <li>{m.join_sent_account({ email: request.email.trim() })}</li>
        <li>{product().mail ? m.join_sent_mail() : m.join_sent_next({ product: product().name })}</li>
      </ol>
      <div className={styles['enter']}>
        <Link to={paths.start} className={buttonClass({ look: 'secondary' })}>
          {m.join_sent_back()}
        </Link>
      </div>
    </div>
  );
}
