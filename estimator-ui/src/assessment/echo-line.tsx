// The position of a saved estimate among the others', in one line, or a question in its place.
import { formatMoney } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { Unbroken } from '@mizan/ui-kit/unbroken';
import { echoMessage } from '../assess/echo-message';
import type { EchoLevel } from '../shapes';
import styles from './echo-line.module.css';

export interface Echo {
  number: string;
  rent: number;
  level: EchoLevel;
}

/** It arrives after the next screen is shown, so it is announced in a live region that already exists. */
export function EchoLine({
  echo,
  question,
  known = false,
}: {
  echo: Echo | undefined;
  question?: string | undefined;
  /** The line above says which estimate it is about, where there is room for that line. */
  known?: boolean;
}) {
  return (
    <p className={styles['echo']} role="status" data-known={known || undefined}>
      {question !== undefined && (
        <span className={styles['question']}>
          <Unbroken>{question}</Unbroken>
        </span>
      )}
      {echo && (
        <>
          <span className={styles['echoed']}>
            <Unbroken>{m.estimator_echo({ number: echo.number, rent: formatMoney(echo.rent) })}</Unbroken>
          </span>{' '}
          <span className={styles['level']}>{echoMessage(echo.level)}</span>
        </>
      )}
    </p>
  );
}
