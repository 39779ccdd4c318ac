// An indicator in the bar while estimates are unsent or rejected; it appears after a delay.
import { Suspense, useEffect, useState } from 'react';
import { ALERT, Icon } from '@mizan/ui-kit/icon';
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';
import { m } from '@mizan/ui-kit/messages';
import styles from './outbox-line.module.css';
import type { Row } from './rows';

const OutboxDialog = lazyScreen(() => import('./outbox-dialog'));

interface Props {
  rows: readonly Row[];
  /** Called once it is there; until then, and if it cannot be loaded, another indicator is shown. */
  onLoad: (loaded: true) => void;
}

export default function OutboxLine({ rows, onLoad }: Props) {
  useEffect(() => onLoad(true), [onLoad]);
  const [open, setOpen] = useState(false);
  const refused = rows.filter((row) => row.refused !== undefined).length;
  const waiting = rows.length - refused;
  const label = refused > 0 ? m.outbox_refused_count({ count: refused }) : m.outbox_waiting({ count: waiting });
  return (
    <>
      <span role="status" className={styles['status']}>
        {rows.length > 0 && (
          <button
            type="button"
            className={styles['line']}
            data-refused={refused > 0 || undefined}
            aria-label={label}
            title={label}
            onClick={() => setOpen(true)}
          >
            <Icon path={refused > 0 ? ALERT : 'M10 15.500V5M5.500 9.500 10 5l4.500 4.500'} />
            <span aria-hidden="true">{refused > 0 ? refused : waiting}</span>
          </button>
        )}
      </span>
      <Suspense>{open && <OutboxDialog close={() => setOpen(false)} />}</Suspense>
    </>
  );
}
