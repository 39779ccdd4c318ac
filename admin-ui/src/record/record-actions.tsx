// What can be done with a record beside viewing, editing and deleting it: for a row's menu and the record's screen.
import { can, useSession } from '@mizan/ui-kit/session';
import { Suspense, useRef, useState, type ComponentType, type ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import { useTell } from '../data/record.ts';
import type { Resource } from '../document/resources.ts';
import { useResourceUi } from '../module/gathered.ts';
import type { IconProps, RecordAction } from '../module/types.ts';

export interface OfferedAction {
  key: string;
  label: string;
  icon: ComponentType<IconProps>;
  danger: boolean;
  primary: boolean;
  /** Where it leads; else it is started. */
  to: string | undefined;
  start: () => void;
}

/** The actions that the visitor may do with this record, and the dialog of the one that was started. */
export function useRecordActions(
  resource: Resource,
  record: RaRecord<string>,
): { actions: OfferedAction[]; dialog: ReactNode } {
  const { me } = useSession();
  const tell = useTell(resource);
  const [asking, setAsking] = useState<RecordAction | null>(null);
  const running = useRef(false);
  const offered = (useResourceUi(resource).actions ?? []).filter(({ permission, when }) => {
    const [of = '', what = ''] = permission.split(':');
    return can(me, of, what) && (when?.(record) ?? true);
  });

  const start = async (action: RecordAction) => {
    if (action.Dialog) {
      setAsking(action);
      return;
    }
    if (running.current) return;
    running.current = true;
    try {
      const changed = await action.run?.(resource, record);
      if (changed) tell.saved({ record: changed, etag: undefined });
    } finally {
      running.current = false;
    }
  };

  const Dialog = asking?.Dialog;
  return {
    actions: offered.map((action) => ({
      key: action.key,
      label: action.label,
      icon: action.icon,
      danger: action.danger ?? false,
      primary: action.primary ?? false,
      to: action.to?.(record),
      start: () => void start(action),
    })),
    dialog: Dialog && (
      <Suspense>
        <Dialog resource={resource} record={record} onClose={() => setAsking(null)} />
      </Suspense>
    ),
  };
}
