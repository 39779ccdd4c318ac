// Asks before something is done with a record, does it, and tells what came of it.
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { useRef, useState, type ReactNode } from 'react';
import { sentenceOf } from '../data/problems.ts';
import { useTell } from '../data/record.ts';
import { act } from '../data/verbs.ts';
import { Confirm } from '../frame/confirm.tsx';
import type { ActionProps } from '../module/types.ts';

interface Props extends ActionProps {
  verb: string;
  title: string;
  confirm: string;
  /** Stands in the place of `confirm` while it is done. */
  doing: string;
  done: string;
  /** Told where the server gives no reason. */
  failed: string;
  danger?: boolean;
  children: ReactNode;
}

export function ConfirmVerb({
  resource,
  record,
  onClose,
  verb,
  title,
  confirm,
  doing,
  done,
  failed,
  danger = false,
  children,
}: Props) {
  const tell = useTell(resource);
  const [running, setRunning] = useState(false);
  const busy = useRef(false);

  const run = async () => {
    if (busy.current) return;
    busy.current = true;
    setRunning(true);
    try {
      const changed = await act(resource, record.id, verb);
      toast.success(done);
      onClose();
      tell.saved({ record: changed, etag: undefined });
    } catch (error) {
      toast.error(sentenceOf(error, failed));
      onClose();
      tell.doubted();
    } finally {
      busy.current = false;
      setRunning(false);
    }
  };

  return (
    <Confirm
      title={title}
      confirm={running ? doing : confirm}
      cancel={m.admin_cancel()}
      danger={danger}
      busy={running}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      {children}
    </Confirm>
  );
}
