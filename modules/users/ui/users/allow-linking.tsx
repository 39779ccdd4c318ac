// Asks before somebody who signs in elsewhere may come in as a user who is there already.
import { type ActionProps, ConfirmVerb } from '@mizan/admin-ui/module';
import { m } from '@mizan/ui-kit/messages';
import styles from './users.module.css';
import { nameOfUser } from './verbs.ts';

export default function AllowLinking(props: ActionProps) {
  return (
    <ConfirmVerb
      {...props}
      verb="allow-linking"
      title={m.users_allow_linking_title()}
      confirm={m.users_allow_linking()}
      doing={m.users_allowing_linking()}
      done={m.users_allow_linking_done()}
      failed={m.users_allow_linking_failed()}
    >
      <p className={styles.text}>
        <bdi className={styles.named}>{nameOfUser(props.record)}</bdi> {m.users_allow_linking_text()}
      </p>
      <p className={styles.text}>{m.users_allow_linking_how({ email: String(props.record['email'] ?? '') })}</p>
      <p className={styles.care}>{m.users_allow_linking_care()}</p>
    </ConfirmVerb>
  );
}
