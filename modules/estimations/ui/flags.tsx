// Flags: one is looked at with a click where it is listed, and that can be undone.
import { StateBadge, useMay, useResourceNamed, type ResourceUi } from '@mizan/admin-ui/module';
import { m } from '@mizan/ui-kit/messages';
import { toast, toastWithAction } from '@mizan/ui-kit/toaster';
import type { Resources } from '@mizan/openapi/resources';
import { Check } from 'lucide-react';
import { useRef, useState } from 'react';
import { useUpdate } from 'ra-core';
import styles from './flags.module.css';

/** How long Undo is offered, in milliseconds. */
const OFFERED = 8000;

function Looked({ id, looked }: { id: string; looked: boolean }) {
  const flags = useResourceNamed('flags');
  return flags ? <State id={id} looked={looked} resource={flags} /> : null;
}

type Flags = NonNullable<ReturnType<typeof useResourceNamed>>;

function State({ id, looked, resource }: { id: string; looked: boolean; resource: Flags }) {
  const may = useMay();
  const [update] = useUpdate(resource.name, {}, { returnPromise: true });
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const set = async (next: boolean) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await update(undefined, { id, data: { looked: next } });
      if (next)
        toastWithAction(m.flags_looked(), { label: m.flags_undo(), run: () => void set(false), duration: OFFERED });
      else toast.success(m.flags_open_again());
    } catch {
      toast.error(m.flags_failed());
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  if (looked) return <StateBadge tone="over">{m.flags_state_looked()}</StateBadge>;
  if (!may(resource, 'update')) return <StateBadge tone="open">{m.flags_state_open()}</StateBadge>;
  return (
    <button type="button" className={styles.look} aria-disabled={busy} onClick={() => void set(true)}>
      <Check size={16} aria-hidden="true" />
      {m.flags_state_looked()}
    </button>
  );
}

export const flags: ResourceUi<Resources['flags']> = {
  // What is done with a flag is not left out where there is little room.
  columns: { shown: ['kind', 'timesApart', 'reason', 'unit', 'looked', 'agent', 'createdAt'] },
  cells: { looked: ({ record, value }) => <Looked id={String(record.id)} looked={value === true} /> },
};
