// Asks before somebody is locked out.
import { type ActionProps, ConfirmVerb } from '@mizan/admin-ui/module';
import { m } from '@mizan/ui-kit/messages';
import styles from './users.module.css';
import { nameOfUser } from './verbs.ts';

export default function LockAccount(props: ActionProps) {
  return (
    <ConfirmVerb
      {...props}
      verb="lock"
      title={m.users_lock_title()}
      confirm={m.users_lock()}
      doing={m.users_locking()}
      done={m.users_lock_done()}
      failed={m.users_lock_failed()}
      danger
    >
      <p className={styles.text}>
        <bdi className={styles.named}>{nameOfUser(props.record)}</bdi> {m.users_lock_text()}
      </p>
    </ConfirmVerb>
  );
}
