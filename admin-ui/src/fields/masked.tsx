// In place of a value that the reader may not see. Where there is room, who may ask about the policy learns why.
import { m } from '@mizan/ui-kit/messages';
import { useSession } from '@mizan/ui-kit/session';
import unseen from '@mizan/ui-kit/unseen.module.css';
import { askWhy, mayAsk, type Question } from '../data/why.ts';
import { Icon } from '../frame/icon.tsx';
import styles from './value.module.css';

export function Masked({ why }: { why?: Question | undefined }) {
  return (
    <span className={styles.masked} title={m.rules_masked()}>
      <Icon name="locked" size={14} />
      <span aria-hidden="true">{m.rules_masked_short()}</span>
      <span className={unseen.unseen}>{m.rules_masked()}</span>
      {why && <AskWhy question={why} />}
    </span>
  );
}

function AskWhy({ question }: { question: Question }) {
  const { me } = useSession();
  if (!mayAsk(me)) return null;
  return (
    <button type="button" className={styles.why} onClick={() => askWhy(question)}>
      {m.why()}
    </button>
  );
}
