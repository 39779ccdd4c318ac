// Bulk actions besides edit and delete: the document's verbs, and what modules add.
import { can, useSession, type Me } from '@mizan/ui-kit/session';
import { formatNumber } from '@mizan/ui-kit/formats';
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';
import { m } from '@mizan/ui-kit/messages';
import type { ReactNode } from 'react';
import { permitted, useMay, useMayOrPropose } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import type { Verb } from '../document/verbs.ts';
import type { ShownAction } from '../frame/action-buttons.tsx';
import { Icon } from '../frame/icon.tsx';
import { useResourceUi } from '../module/registry.ts';
import type { BulkAction } from '../module/types.ts';
import { paths } from '../paths.ts';
import { VerbIcon } from '../verbs/verb-icon.tsx';
import { appliesTo } from '../verbs/verb-texts.ts';
import type { BulkProps } from './bulk-props.ts';
import type { Chosen, Selection } from './selection.ts';

const BulkVerb = lazyScreen(() => import('./bulk-verb.tsx'));

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
  const mayOrPropose = useMayOrPropose();
  const ui = useResourceUi(resource);
  const changes = mayOrPropose(resource, 'bulkUpdate') || mayOrPropose(resource, 'bulkDelete');
  const standard = resource.idsField !== undefined && changes;
  return standard || verbsFor(resource, me, ui).length > 0 || addedFor(me, ui).length > 0;
}

/** Draws a dialog. */
export type DrawBulk = (props: BulkProps) => ReactNode;

/**
 * The actions that apply to at least one selected record; of records that are not loaded it is not known. `start` opens
 * a dialog; `each`: it needs all selected records.
 */
export function useBulkActions(
  resource: Resource,
  { chosen, except }: Selection,
  start: (draw: DrawBulk, each: boolean) => void,
): ShownAction[] {
  const { me } = useSession();
  const ui = useResourceUi(resource);
  const may = useMay();

  const verbs = verbsFor(resource, me, ui).flatMap((verb): ShownAction[] => {
    const applying = among(chosen, (record) => appliesTo(verb, record, me));
    if (!except && applying.length === 0) return [];
    return [
      {
        key: verb.name,
        label: except ? verb.label : counted(verb.label, applying.length, chosen.size),
        icon: <VerbIcon verb={verb} />,
        danger: verb.danger,
        start: () => start((props) => <BulkVerb {...props} verb={verb} />, verb.bulk === undefined),
      },
    ];
  });
  const added = addedFor(me, ui).flatMap((action): ShownAction[] => {
    const { key, label, icon: Sign, danger = false, when = () => true, Dialog } = action;
    const applying = among(chosen, when);
    if (!except && applying.length === 0) return [];
    return [
      {
        key,
        label: except ? label : counted(label, applying.length, chosen.size),
        icon: <Sign size={18} aria-hidden="true" />,
        danger,
        start: () =>
          start(({ chosen: loaded, all: _all, ...props }) => <Dialog {...props} records={among(loaded, when)} />, true),
      },
    ];
  });
  const merges = !except && chosen.size >= 2 && chosen.size <= MOST_MERGED && may(resource, 'duplicates');
  const merge: ShownAction = {
    key: 'merge',
    label: m.merge_selected(),
    icon: <Icon name="sets" size={18} />,
    to: paths.duplicates(resource.area, resource.name, `?ids=${[...chosen.keys()].join(',')}`),
    start: nothing,
  };
  return [...verbs, ...added, ...(merges && may(resource, 'delete') ? [merge] : [])];
}

/** How many records are compared side by side. */
const MOST_MERGED = 10;
const nothing = () => {};

const among = (chosen: Chosen, when: (record: Parameters<NonNullable<BulkAction['when']>>[0]) => boolean) =>
  [...chosen.values()].map(({ record }) => record).filter(when);

/** Adds the number of records that an action applies to, when it is not all of the selected ones. */
const counted = (label: string, count: number, all: number): string =>
  count === all ? label : m.verb_some({ label, count: formatNumber(count) });
