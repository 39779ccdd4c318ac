// Asks before a request is declined.
import { type ActionProps, ConfirmVerb } from '@mizan/admin-ui/module';
import { m } from '@mizan/ui-kit/messages';
import { nameOfUser } from '../users/verbs.ts';
import styles from './join-requests.module.css';

export default function DeclineRequest(props: ActionProps) {
  return (
    <ConfirmVerb
      {...props}
      verb="decline"
      title={m.join_decline_title()}
      confirm={m.join_decline()}
      doing={m.join_declining()}
      done={m.join_decline_done()}
      failed={m.join_decline_failed()}
    >
      <p className={styles.text}>
        <bdi className={styles.named}>{nameOfUser(props.record)}</bdi> {m.join_decline_text()}
      </p>
    </ConfirmVerb>
  );
}
