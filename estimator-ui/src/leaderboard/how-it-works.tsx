// The rules of the score, as text without numbers that an operator can configure.
import { useState } from 'react';
import { m } from '@mizan/ui-kit/messages';
import styles from './how-it-works.module.css';

/** Open beside the table; collapsed above it. */
const WIDE_SCREEN = '(min-width: 72rem)';

export function HowItWorks() {
  const [open] = useState(() => matchMedia(WIDE_SCREEN).matches);
  return (
    <details className={styles['how']} open={open}>
      <summary className={styles['summary']}>{m.leaderboard_how()}</summary>
      <ul className={styles['rules']}>
        <li>{m.leaderboard_how_near()}</li>
        <li>{m.leaderboard_how_three()}</li>
        <li>{m.leaderboard_how_many()}</li>
        <li>{m.leaderboard_how_hard()}</li>
        <li>{m.leaderboard_how_once()}</li>
        <li>{m.leaderboard_how_ties()}</li>
      </ul>
    </details>
  );
}
