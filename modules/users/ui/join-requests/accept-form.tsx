// Which roles somebody who asked to join is given.
import {
  act,
  ChoiceChecks,
  FieldShell,
  isStatus,
  labelOf,
  labelOfChoice,
  noteId,
  type Resource,
  sentenceOf,
  useResourceNamed,
} from '@mizan/admin-ui/module';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useIntent } from '@mizan/ui-kit/intent';
import { m } from '@mizan/ui-kit/messages';
import { useId, useRef, useState, type FormEvent } from 'react';
import type { RaRecord } from 'react-admin';
import { nameOfUser } from '../users/verbs.ts';
import styles from './join-requests.module.css';

/** What everybody may be who is let in. */
const USUAL = 'user';
/** A message of so many characters is seen whole. */
const SHORT = 200;

interface Props {
  titleId: string;
  resource: Resource;
  record: RaRecord<string>;
  onBusy: (busy: boolean) => void;
  onCancel: () => void;
  onAccepted: (record: RaRecord<string>) => void;
  onRefused: () => void;
}

export function AcceptForm({ titleId, resource, record, onBusy, onCancel, onAccepted, onRefused }: Props) {
  const field = `${useId()}roles`;
  // Roles, what they are called, and the sentence for none stand with the users that have them.
  const schema = useResourceNamed('users')?.input?.properties?.['roles'] ?? {};
  const choices = schema.items ?? {};
  const all = (choices.enum ?? [USUAL]).map((value) => ({ value, label: labelOfChoice(value, choices) }));
  const [roles, setRoles] = useState<unknown[]>(() => all.map(({ value }) => value).filter((value) => value === USUAL));
  const [attempted, setAttempted] = useState(false);
  const [refused, setRefused] = useState('');
  const [accepting, setAccepting] = useState(false);
  const busy = useRef(false);
  const intent = useIntent();
  const form = useRef<HTMLFormElement>(null);
  const wrong = attempted && roles.length === 0;
  const message = typeof record['message'] === 'string' ? record['message'] : '';

  const become = (running: boolean) => {
    busy.current = running;
    setAccepting(running);
    onBusy(running);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy.current) return;
    setAttempted(true);
    if (roles.length === 0) {
      form.current?.querySelector('input')?.focus();
      return;
    }
    become(true);
    setRefused('');
    try {
      onAccepted(await intent.send(roles, (key) => act(resource, record.id, 'accept', { roles }, key)));
    } catch (error) {
      const told = isStatus(error, 422) ? error.errors.map((one) => one.message).join(' ') : '';
      setRefused(told || sentenceOf(error, m.join_accept_failed()));
      onRefused();
    } finally {
      become(false);
    }
  };

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <DialogTitle id={titleId}>{m.join_accept_title()}</DialogTitle>
      <DialogContent>
        <p className={styles.text}>
          <bdi className={styles.named}>{nameOfUser(record)}</bdi> {m.join_accept_text()}
        </p>
        {message && (
          <blockquote
            className={styles.message}
            aria-label={m.join_accept_message()}
            dir="auto"
            // What scrolls must be reachable by keyboard.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={message.length > SHORT ? 0 : undefined}
          >
            {message}
          </blockquote>
        )}
        <div className={styles.roles}>
          <FieldShell
            id={field}
            group
            label={labelOf('roles', schema)}
            hint={m.join_accept_password()}
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
                setRefused('');
              }}
            />
          </FieldShell>
        </div>
        {refused && (
          <p className={styles.refused} role="alert">
            {refused}
          </p>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={onCancel} disabled={accepting}>
          {m.admin_cancel()}
        </Button>
        <Button type="submit" variant="contained" aria-disabled={accepting}>
          {accepting ? m.join_accepting() : m.join_accept_submit()}
        </Button>
      </DialogActions>
    </form>
  );
}
