// Asks before somebody is locked out.
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { useRef, useState } from 'react';
import { sentenceOf } from '../../data/problems.ts';
import { useTell } from '../../data/record.ts';
import { Confirm } from '../../frame/confirm.tsx';
import type { ActionProps } from '../parts.ts';
import styles from './users.module.css';
import { lock, nameOfUser } from './verbs.ts';

export default function LockAccount({ resource, record, onClose }: ActionProps) {
  const tell = useTell(resource);
  const [locking, setLocking] = useState(false);
  const busy = useRef(false);

  const run = async () => {
    if (busy.current) return;
    busy.current = true;
    setLocking(true);
    try {
      const locked = await lock(resource, record.id);
      toast.success(m.users_lock_done());
      onClose();
      tell.saved({ record: locked, etag: undefined });
    } catch (error) {
      toast.error(sentenceOf(error, m.users_lock_failed()));
      onClose();
    } finally {
      busy.current = false;
    }
  };

  return (
    <Confirm
      title={m.users_lock_title()}
      confirm={locking ? m.users_locking() : m.users_lock()}
      cancel={m.admin_cancel()}
      danger
      busy={locking}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      <p className={styles.text}>
        <bdi className={styles.named}>{nameOfUser(record)}</bdi> {m.users_lock_text()}
      </p>
    </Confirm>
  );
}
