// The records that a verb is refused for, with the reasons.
import { m } from '@mizan/ui-kit/messages';
import { Unbroken } from '@mizan/ui-kit/unbroken';
import styles from './bulk-verb.module.css';
import type { Outcome } from './run-each.ts';

/** At most as many as can be read. */
const MOST = 200;

export function RefusalList({ refused }: Pick<Outcome, 'refused'>) {
  if (refused.length === 0) return null;
  return (
    <ul
      className={styles.refusals}
      aria-label={m.verb_many_refused()}
      // A scrolling region must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      {refused.slice(0, MOST).map(({ id, title, reason }) => (
        <li key={id}>
          <bdi>
            <Unbroken>{title}</Unbroken>
          </bdi>{' '}
          {reason}
        </li>
      ))}
    </ul>
  );
}
