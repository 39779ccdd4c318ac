// Bulk actions besides edit and delete: the document's verbs, and what modules add.
import { can, useSession, type Me } from '@mizan/ui-kit/session';
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { Suspense, useState, type ReactNode } from 'react';
import { permitted, useMay } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import type { Verb } from '../document/verbs.ts';
import type { ShownAction } from '../frame/action-buttons.tsx';
import { useResourceUi } from '../module/registry.ts';
import type { BulkAction } from '../module/types.ts';
import { VerbIcon } from '../verbs/verb-icon.tsx';
import { appliesTo } from '../verbs/verb-texts.ts';
import type { BulkProps } from './bulk-props.ts';
import { BulkVerb } from './dialogs-lazy.ts';
import type { Selection } from './selection.ts';

type Offers = Pick<ReturnType<typeof useResourceUi>, 'actions' | 'bulkActions' | 'verbs'>;

/** The verbs that the user may perform on many records, without those that a module replaces. */
function verbsFor(resource: Resource, me: Me | null, { actions = [], bulkActions = [], verbs = {} }: Offers): Verb[] {
  const own = new Set([...actions, ...bulkActions].map(({ key }) => key));
  return resource.verbs.filter(
    ({ name, many, operation }) => many && !own.has(name) && !(name in verbs) && permitted(me, operation),
  );
}

function addedFor(me: Me | null, { bulkActions = [] }: Offers): BulkAction[] {
  return bulkActions.filter(({ permission }) => {
    const [of = '', what = ''] = permission.split(':');
    return can(me, of, what);
  });
}

/** Whether the list has any bulk action, so that rows can be selected. */
export function useSelects(resource: Resource): boolean {
  const { me } = useSession();
  const may = useMay();
  const ui = useResourceUi(resource);
  const standard = resource.idsField !== undefined && (may(resource, 'bulkUpdate') || may(resource, 'bulkDelete'));
  return standard || verbsFor(resource, me, ui).length > 0 || addedFor(me, ui).length > 0;
}

/** The actions that apply to at least one selected record, and the dialog of the one that was started. */
export function useBulkActions({ resource, chosen, onClose, onDone }: BulkProps): {
  actions: ShownAction[];
  dialog: ReactNode;
} {
  const { me } = useSession();
  const ui = useResourceUi(resource);
  const [OpenDialog, setOpenDialog] = useState<((props: BulkProps) => ReactNode) | null>(null);
  const open = (dialog: (props: BulkProps) => ReactNode) => setOpenDialog(() => dialog);

  const verbs = verbsFor(resource, me, ui).flatMap((verb): ShownAction[] => {
    const applying = among(chosen, (record) => appliesTo(verb, record, me));
    if (applying.length === 0) return [];
    return [
      {
        key: verb.name,
        label: counted(verb.label, applying.length, chosen.size),
        icon: <VerbIcon verb={verb} />,
        danger: verb.danger,
        start: () => open((props) => <BulkVerb {...props} verb={verb} />),
      },
    ];
  });
  const added = addedFor(me, ui).flatMap((action): ShownAction[] => {
    const { key, label, icon: Sign, danger = false, when = () => true, Dialog } = action;
    const records = among(chosen, when);
    if (records.length === 0) return [];
    return [
      {
        key,
        label: counted(label, records.length, chosen.size),
        icon: <Sign size={18} aria-hidden="true" />,
        danger,
        start: () => open(({ chosen: _chosen, ...props }) => <Dialog {...props} records={records} />),
      },
    ];
  });
  const close = () => {
    setOpenDialog(null);
    onClose();
  };
  const done = (left?: string[]) => {
    setOpenDialog(null);
    onDone(left);
  };
  return {
    actions: [...verbs, ...added],
    dialog: OpenDialog && <Suspense>{OpenDialog({ resource, chosen, onClose: close, onDone: done })}</Suspense>,
  };
}

const among = (chosen: Selection, when: (record: Parameters<NonNullable<BulkAction['when']>>[0]) => boolean) =>
  [...chosen.values()].map(({ record }) => record).filter(when);

/** Adds the number of records that an action applies to, when it is not all of the selected ones. */
const counted = (label: string, count: number, all: number): string =>
  count === all ? label : m.verb_some({ label, count: formatNumber(count) });
