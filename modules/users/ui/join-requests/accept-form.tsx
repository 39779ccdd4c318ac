// The form that chooses the roles of an accepted user.
import {
  ChoiceChecks,
  FieldShell,
  FormDialog,
  isStatus,
  labelOf,
  labelOfChoice,
  noteId,
  perform,
  type Performed,
  type Resource,
  errorMessage,
  useResourceNamed,
  useSubmit,
} from '@mizan/admin-ui/module';
import { Around } from '@mizan/ui-kit/around';
import { m } from '@mizan/ui-kit/messages';
import { product } from '@mizan/ui-kit/product';
import { useId, useRef, useState } from 'react';
import type { RaRecord } from 'ra-core';
import { nameOfUser } from '../users/name.ts';
import styles from './join-requests.module.css';

/** The default role. */
const USUAL = 'user';
/** A message up to this length is shown without scrolling. */
const SHORT = 200;

interface Props {
  resource: Resource;
  record: RaRecord<string>;
  onClose: () => void;
  onAccepted: (performed: Performed) => void;
  onRefused: () => void;
}

export function AcceptForm({ resource, record, onClose, onAccepted, onRefused }: Props) {
  const field = `${useId()}roles`;
  // The roles, their labels and the message for none are in the schema of users.
  const schema = useResourceNamed('users')?.input?.properties?.['roles'] ?? {};
  const choices = schema.items ?? {};
  const all = (choices.enum ?? [USUAL]).map((value) => ({ value, label: labelOfChoice(value, choices) }));
  const [roles, setRoles] = useState<unknown[]>(() => all.map(({ value }) => value).filter((value) => value === USUAL));
  const [attempted, setAttempted] = useState(false);
  const boxes = useRef<HTMLDivElement>(null);
  const accepting = useSubmit({
    send: (body: { roles: unknown[] }, key) => perform(resource, record.id, 'accept', { body, key }),
    onDone: onAccepted,
    onError(error) {
      onRefused();
      const message = isStatus(error, 422) ? error.errors.map((one) => one.message).join(' ') : '';
      return { failure: message || errorMessage(error, m.join_accept_failed()) };
    },
    failed: m.join_accept_failed(),
  });
  const wrong = attempted && roles.length === 0;
  const message = typeof record['message'] === 'string' ? record['message'] : '';

  const submit = () => {
    setAttempted(true);
    if (roles.length === 0) boxes.current?.querySelector('input')?.focus();
    else void accepting.submit({ roles });
  };

  return (
    <FormDialog
      title={m.join_accept_title()}
      description={
        <Around message={(name) => m.join_accept_text({ name })}>
          <bdi className={styles.named}>{nameOfUser(record)}</bdi>
        </Around>
      }
      submit={{ label: m.join_accept_submit(), busy: m.join_accepting() }}
      busy={accepting.busy}
      failure={accepting.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      {message && (
        <blockquote
          className={styles.message}
          aria-label={m.join_accept_message()}
          dir="auto"
          // A scrolling region must be reachable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={message.length > SHORT ? 0 : undefined}
        >
          {message}
        </blockquote>
      )}
      <div ref={boxes}>
        <FieldShell
          id={field}
          group
          label={labelOf('roles', schema)}
          hint={product().mail ? m.join_accept_mail() : m.join_accept_password()}
          errors={wrong ? [schema['x-messages']?.['minItems'] ?? m.admin_field_invalid()] : []}
        >
          <ChoiceChecks
            id={field}
            all={all}
            chosen={roles}
            wrong={wrong}
            note={noteId(field)}
            onChange={(next) => {
              setRoles(next);
              accepting.forget();
            }}
          />
        </FieldShell>
      </div>
    </FormDialog>
  );
}
