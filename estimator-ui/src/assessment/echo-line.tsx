// Where an estimate that was saved stands to the others', in one calm line.
import { formatAed } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { echoMessage } from '../assess/echo-message';
import type { EchoLevel } from '../shapes';
import styles from './echo-line.module.css';

export interface Echo {
  number: string;
  rent: number;
  level: EchoLevel;
}

/** It comes when the server has answered, while another screen is shown already: so it is said, in a region that was there. */
export function EchoLine({ echo }: { echo: Echo | undefined }) {
  return (
    <p className={styles['echo']} role="status">
      {echo && (
        <>
          <span className={styles['echoed']}>
            {m.estimator_echo({ number: echo.number, rent: formatAed(echo.rent) })}
          </span>{' '}
          <span className={styles['level']}>{echoMessage(echo.level)}</span>
        </>
      )}
    </p>
  );
}
