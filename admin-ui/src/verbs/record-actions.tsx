// The actions on a record besides view, edit and delete: the document's verbs and those of modules, for a row's menu
// and the record's page.
import { can, useSession } from '@mizan/ui-kit/session';
import { Suspense, useRef, useState, type ReactNode } from 'react';
import type { RaRecord } from 'ra-core';
import { useRecordCache } from '../data/record.ts';
import { permitted } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import type { ShownAction } from '../frame/action-buttons.tsx';
import { useResourceUi } from '../module/registry.ts';
import type { ActionProps, RecordAction } from '../module/types.ts';
import { VerbDialog } from './dialogs-lazy.ts';
import { usePerform } from './use-perform.ts';
import { VerbIcon } from './verb-icon.tsx';
import { appliesTo } from './verb-texts.ts';

/** The actions that the user may perform on this record, and the dialog of the one that was started. */
export function useRecordActions(
  resource: Resource,
  record: RaRecord<string>,
): { actions: ShownAction[]; dialog: ReactNode } {
  const { me } = useSession();
  const cache = useRecordCache(resource);
  const { actions: own = [], verbs: replaced = {} } = useResourceUi(resource);
  const [OpenDialog, setOpenDialog] = useState<((props: ActionProps) => ReactNode) | null>(null);
  const running = useRef(false);
  const performer = usePerform(resource, record, { toasts: true });
  const open = (dialog: (props: ActionProps) => ReactNode) => setOpenDialog(() => dialog);

  const run = async (action: RecordAction) => {
    if (running.current) return;
    running.current = true;
    try {
      const changed = await action.run?.(resource, record);
      if (changed) cache.saved(changed);
    } finally {
      running.current = false;
    }
  };

  const verbs = resource.verbs
    .filter(({ name }) => replaced[name] !== false && !own.some(({ key }) => key === name))
    .filter((verb) => permitted(me, verb.operation) && appliesTo(verb, record, me))
    .map((verb): ShownAction => {
      const Dialog = (replaced[verb.name] || undefined)?.Dialog ?? VerbDialog;
      const needsDialog = replaced[verb.name] || verb.body || verb.confirm;
      return {
        key: verb.name,
        label: verb.label,
        icon: <VerbIcon verb={verb} />,
        danger: verb.danger,
        primary: verb.primary,
        start: () =>
          needsDialog ? open((props) => <Dialog {...props} verb={verb} />) : void performer.submit({ verb }),
      };
    });
  const added = own
    .filter(({ permission, when }) => {
      const [of = '', what = ''] = permission.split(':');
      return can(me, of, what) && (when?.(record) ?? true);
    })
    .map((action): ShownAction => {
      const { icon: Sign, Dialog } = action;
      return {
        key: action.key,
        label: action.label,
        icon: <Sign size={18} aria-hidden="true" />,
        danger: action.danger ?? false,
        primary: action.primary ?? false,
        to: action.to?.(record),
        start: () => (Dialog ? open((props) => <Dialog {...props} />) : void run(action)),
      };
    });
  return {
    actions: [...verbs, ...added],
    dialog: OpenDialog && <Suspense>{OpenDialog({ resource, record, onClose: () => setOpenDialog(null) })}</Suspense>,
  };
}
