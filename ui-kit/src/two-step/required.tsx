// Sets up a second factor on the sign-in page, for a user whose role requires one. Nothing else is possible before.
import sheet from '../sheet.module.css';
import type { Me } from '../session';
import styles from './two-step.module.css';
import { useTwoStep } from './use-two-step';

export default function RequiredTwoStep({ me, onSetUp }: { me: Me; onSetUp: () => void }) {
  const { title, heading, content } = useTwoStep({ email: me.user.email, onSetUp });
  return (
    <div className={styles['page']}>
      <h2 ref={heading} tabIndex={-1} className={sheet['title']}>
        {title}
      </h2>
      {content}
    </div>
  );
}
