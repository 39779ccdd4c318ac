// The unsent estimates, and those that the server rejected with the reason, which can be corrected, retried or
// discarded.
import { useId } from 'react';
import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '@mizan/ui-kit/button';
import { Dialog } from '@mizan/ui-kit/dialog';
import dialogs from '@mizan/ui-kit/dialog.module.css';
import { formatMoney } from '@mizan/ui-kit/formats';
import { formatRelative } from '@mizan/ui-kit/relative-times';
import { m } from '@mizan/ui-kit/messages';
import { Unbroken } from '@mizan/ui-kit/unbroken';
import { paths } from '../paths';
import styles from './outbox-dialog.module.css';
import { discard, flush, retry } from './delivery';
import type { Row } from './rows';
import { useWaiting } from './waiting';

export default function OutboxDialog({ close }: { close: () => void }) {
  const title = useId();
  const { rows, onPage } = useWaiting();
  const refused = rows.filter((row) => row.refused !== undefined);
  const waiting = rows.filter((row) => row.refused === undefined);
  return (
    <Dialog aria-labelledby={title} onClose={close}>
      <div className={dialogs['form']}>
        <h2 id={title} className={dialogs['title']}>
          {m.outbox_title()}
        </h2>
        {rows.length === 0 && <p className={dialogs['text']}>{m.outbox_empty()}</p>}
        {refused.length > 0 && (
          <ul className={styles['rows']} aria-label={m.outbox_refused_rows()}>
            {refused.map((row) => (
              <Refused key={row.id} row={row} close={close} />
            ))}
          </ul>
        )}
        {waiting.length > 0 && (
          <>
            <p className={dialogs['text']}>{onPage ? m.outbox_waiting_text_on_page() : m.outbox_waiting_text()}</p>
            <ul className={styles['rows']} aria-label={m.outbox_waiting_rows()}>
              {waiting.map((row) => (
                <li key={row.id} className={styles['row']}>
                  <What row={row} />
                </li>
              ))}
            </ul>
          </>
        )}
        <div className={dialogs['foot']}>
          {waiting.length > 0 && (
            <Button look="secondary" onClick={() => void flush()}>
              {m.outbox_send()}
            </Button>
          )}
          <Button onClick={close}>{m.outbox_close()}</Button>
        </div>
      </div>
    </Dialog>
  );
}

function What({ row }: { row: Row }) {
  return (
    <p className={styles['what']}>
      <span className={styles['unit']}>
        <Unbroken>{m.estimator_unit({ number: row.unitNumber })}</Unbroken>
      </span>
      <span className={styles['rent']}>{formatMoney(row.input.estimatedYearlyRentInAED)}</span>
      <span className={styles['where']}>
        {m.outbox_where({ project: row.projectName, when: formatRelative(new Date(row.savedAt).toISOString()) })}
      </span>
    </p>
  );
}

function Refused({ row, close }: { row: Row; close: () => void }) {
  const { projectId, unitId } = row.input;
  return (
    <li className={styles['row']}>
      <What row={row} />
      <p className={styles['reason']}>{row.refused}</p>
      <div className={styles['actions']}>
        <Link
          to={paths.unit}
          params={{ projectId, unitId }}
          className={buttonClass({ look: 'secondary' })}
          onClick={close}
        >
          {m.outbox_correct()}
        </Link>
        <Button look="quiet" onClick={() => void retry(row)}>
          {m.outbox_retry()}
        </Button>
        <Button look="quiet" onClick={() => void discard(row)}>
          {m.outbox_discard()}
        </Button>
      </div>
    </li>
  );
}
