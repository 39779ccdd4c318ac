// The request was accepted: a link to the user, and the button that sets the password.
import { Button, buttonClass } from '@mizan/ui-kit/button';
import { FormDialog } from '@mizan/admin-ui/module';
import { Around } from '@mizan/ui-kit/around';
import { m } from '@mizan/ui-kit/messages';
import { product } from '@mizan/ui-kit/product';
import { can, useSession } from '@mizan/ui-kit/session';
import { useId } from 'react';
import type { RaRecord } from 'ra-core';
import { Link } from 'react-router';
import { nameOfUser } from '../users/name.ts';
import styles from './join-requests.module.css';
import { userPath } from './user-link.tsx';

interface Props {
  /** The accepted request. */
  record: RaRecord<string>;
  onSetPassword: () => void;
  onClose: () => void;
}

export function Accepted({ record, onSetPassword, onClose }: Props) {
  const { me } = useSession();
  const textId = useId();
  const { mail } = product();
  const sets = can(me, 'users', 'set-password');
  const next = sets ? m.join_accepted_next() : m.join_accepted_other();
  const path = can(me, 'users', 'read') ? userPath(record) : undefined;
  return (
    <FormDialog
      title={m.join_accepted_title()}
      description={
        <>
          <p id={textId} className={styles.text}>
            <Around message={(name) => (mail ? m.join_accepted_mail_text({ name }) : m.join_accepted_text({ name }))}>
              <bdi className={styles.named}>{nameOfUser(record)}</bdi>
            </Around>
          </p>
          <p className={styles.text}>{mail ? m.join_accepted_mail_next() : next}</p>
        </>
      }
      cancel={sets ? m.join_accepted_later() : m.join_accepted_close()}
      aside={
        <>
          {path && (
            <Link className={buttonClass({ look: 'secondary' })} to={path} onClick={onClose}>
              {m.join_open_user()}
            </Link>
          )}
          {sets && (
            // The former button is gone: focus the next step, whose description announces the result.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            <Button autoFocus aria-describedby={textId} onClick={onSetPassword}>
              {m.users_set_password()}
            </Button>
          )}
        </>
      }
      onClose={onClose}
    />
  );
}
