// Loads the selected records, page by page, for what needs each of them.
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { useEffect, useRef, useState } from 'react';
import type { ListFilter } from '../data/data-provider.ts';
import { errorMessage } from '../data/problems.ts';
import { toastFailure } from '../data/why.ts';
import type { Resource } from '../document/resources.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { collectAll } from './select-all.ts';
import type { Choice } from './selection.ts';

interface Props {
  resource: Resource;
  query: ListFilter;
  /** How many there are. */
  total: number;
  onCollected: (choices: Choice[]) => void;
  onClose: () => void;
}

export default function Collecting({ resource, query, total, onCollected, onClose }: Props) {
  const [count, setCount] = useState(0);
  const latest = useRef({ onCollected, onClose });
  useEffect(() => {
    latest.current = { onCollected, onClose };
  });
  useEffect(() => {
    const controller = new AbortController();
    collectAll(resource, query, controller.signal, setCount).then(
      (choices) => {
        if (!controller.signal.aborted) latest.current.onCollected(choices);
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        toastFailure(error, errorMessage(error, m.bulk_select_failed()));
        latest.current.onClose();
      },
    );
    return () => controller.abort();
  }, [resource, query]);
  return (
    <FormDialog title={m.bulk_selecting_title()} cancel={m.bulk_select_stop()} onClose={onClose}>
      <p role="status">{m.bulk_selecting({ count: formatNumber(count), total: formatNumber(total) })}</p>
    </FormDialog>
  );
}
