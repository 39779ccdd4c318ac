// Replaces a list's toolbar while rows are selected: their number, Select All, and the bulk actions.
import { Button } from '@mizan/ui-kit/button';
import { useMedia } from '@mizan/ui-kit/use-media';
import { formatNumber } from '@mizan/ui-kit/formats';
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';
import { m } from '@mizan/ui-kit/messages';
import { Suspense, useState } from 'react';
import { whereOf, type ListFilter } from '../data/data-provider.ts';
import { useMayOrPropose } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { ActionButtons, type ShownAction } from '../frame/action-buttons.tsx';
import { Icon } from '../frame/icon.tsx';
import { useCommands } from '../shortcuts/registered.ts';
import { useBulkActions, type DrawBulk } from './bulk-actions.tsx';
import { countOf, MOST_SELECTED, type Choice, type Chosen } from './selection.ts';
import styles from './selection-bar.module.css';
import type { RowSelection } from './use-selection.ts';

const BulkEdit = lazyScreen(() => import('./bulk-edit.tsx'));
const BulkDelete = lazyScreen(() => import('./bulk-delete.tsx'));
const Collecting = lazyScreen(() => import('./collecting.tsx'));

interface Props {
  resource: Resource;
  /** The list's query, and its number of records. */
  list: { query: ListFilter; total: number };
  selection: RowSelection;
}

/** The open dialog. `chosen` are records that were loaded for it. */
interface Open {
  draw: DrawBulk;
  chosen?: Chosen;
}

export function SelectionBar({ resource, list, selection }: Props) {
  const mayOrPropose = useMayOrPropose();
  const [open, setOpen] = useState<Open | null>(null);
  const [collecting, setCollecting] = useState<{ onCollected: (choices: Choice[]) => void } | null>(null);
  const { except } = selection;
  const size = countOf(selection, list.total);
  const tooMany = size > MOST_SELECTED;
  const start = (draw: DrawBulk, each = false) => {
    // A request says all that match, or names each.
    if (!except || (except.size === 0 && !each)) setOpen({ draw });
    else {
      const onCollected = (choices: Choice[]) => {
        const left = choices.filter(({ id }) => !except.has(id));
        setOpen({ draw, chosen: new Map(left.map((choice) => [choice.id, choice])) });
      };
      setCollecting({ onCollected });
    }
  };
  const actions = useBulkActions(resource, selection, start);
  const phone = useMedia('(max-width: 47.99rem)');
  const edits = resource.idsField !== undefined && mayOrPropose(resource, 'bulkUpdate');
  const removes = resource.idsField !== undefined && mayOrPropose(resource, 'bulkDelete');
  const edit: ShownAction = {
    key: 'edit',
    label: m.bulk_edit(),
    icon: <Icon name="edit" size={18} />,
    start: () => start((props) => <BulkEdit {...props} />),
  };
  const remove: ShownAction = {
    key: 'delete',
    label: m.bulk_delete(),
    icon: <Icon name="remove" size={18} />,
    danger: true,
    start: () => start((props) => <BulkDelete {...props} />),
  };
  useCommands({
    about: m.palette_selected({ count: size, shown: formatNumber(size) }),
    actions: [...actions, ...(edits ? [edit] : []), ...(removes ? [remove] : [])],
    when: () => !tooMany,
    first: true,
  });
  // On a phone Delete moves into the menu of the other actions.
  const collapsed = removes && phone && actions.length > 0;
  return (
    <div className={styles.bar} role="toolbar" aria-label={m.bulk_bar()}>
      <div className={styles.message}>
        <p className={styles.count} role="status">
          {m.bulk_selected({ count: formatNumber(size), total: formatNumber(list.total) })}
          {tooMany && ` ${m.bulk_too_many({ count: formatNumber(MOST_SELECTED) })}`}
        </p>
        <SelectAll
          size={size}
          total={list.total}
          onAll={selection.selectAll}
          onFirst={() => setCollecting({ onCollected: selection.add })}
        />
      </div>
      <div className={styles.actions}>
        <ActionButtons actions={collapsed ? [...actions, remove] : actions} most={phone ? 1 : 3} disabled={tooMany} />
        {edits && (
          <Button look="secondary" icon={edit.icon} aria-haspopup="dialog" disabled={tooMany} onClick={edit.start}>
            {edit.label}
          </Button>
        )}
        {removes && !collapsed && (
          <Button
            look="secondary"
            icon={remove.icon}
            className={styles.danger}
            aria-haspopup="dialog"
            disabled={tooMany}
            onClick={remove.start}
          >
            {remove.label}
          </Button>
        )}
        <Button look="quiet" icon={<Icon name="close" size={18} />} onClick={selection.clear}>
          {m.bulk_clear()}
        </Button>
      </div>
      <Suspense fallback={null}>
        {open?.draw({
          resource,
          chosen: open.chosen ?? selection.chosen,
          all: except && !open.chosen ? { where: whereOf(list.query), total: list.total } : undefined,
          onClose: () => setOpen(null),
          onDone: (left = []) => {
            setOpen(null);
            selection.retain(left);
          },
        })}
        {collecting && (
          <Collecting
            resource={resource}
            query={list.query}
            total={Math.min(list.total, MOST_SELECTED)}
            onClose={() => setCollecting(null)}
            onCollected={(choices) => {
              setCollecting(null);
              collecting.onCollected(choices);
            }}
          />
        )}
      </Suspense>
    </div>
  );
}

interface SelectAllProps {
  /** The number of selected records, and of all that match. */
  size: number;
  total: number;
  onAll: () => void;
  /** As many as one request can change. */
  onFirst: () => void;
}

/** Shown while more records match than are selected. */
function SelectAll({ size, total, onAll, onFirst }: SelectAllProps) {
  if (size >= Math.min(total, MOST_SELECTED)) return null;
  return total > MOST_SELECTED ? (
    <button type="button" className={styles.link} onClick={onFirst}>
      {m.bulk_select_first({ count: formatNumber(MOST_SELECTED) })}
    </button>
  ) : (
    <button
      type="button"
      className={styles.link}
      onClick={({ currentTarget }) => {
        // The button disappears: move the focus to the actions.
        currentTarget.closest('[role="toolbar"]')?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
        onAll();
      }}
    >
      {m.bulk_select_all({ count: formatNumber(total) })}
    </button>
  );
}
