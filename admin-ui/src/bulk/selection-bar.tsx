// Replaces a list's toolbar while rows are selected: their number, Select All, and the bulk actions.
import { Button } from '@mizan/ui-kit/button';
import { useMedia } from '@mizan/ui-kit/use-media';
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { ListFilter } from '../data/data-provider.ts';
import { errorMessage } from '../data/problems.ts';
import { useMay } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { ActionButtons, type ShownAction } from '../frame/action-buttons.tsx';
import { Icon } from '../frame/icon.tsx';
import { useCommands } from '../shortcuts/registered.ts';
import { useBulkActions } from './bulk-actions.tsx';
import { BulkDelete, BulkEdit } from './dialogs-lazy.ts';
import { collectAll } from './select-all.ts';
import { MOST_SELECTED } from './selection.ts';
import styles from './selection-bar.module.css';
import type { RowSelection } from './use-selection.ts';

interface Props {
  resource: Resource;
  /** The list's query, and its number of records. */
  list: { query: ListFilter; total: number };
  selection: RowSelection;
}

export function SelectionBar({ resource, list, selection }: Props) {
  const may = useMay();
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const { size } = selection.chosen;
  const tooMany = size > MOST_SELECTED;
  const close = () => setOpen(null);
  const done = (left: string[] = []) => {
    setOpen(null);
    selection.retain(left);
  };
  const shown = { resource, chosen: selection.chosen, onClose: close, onDone: done };
  const { actions, dialog } = useBulkActions(shown);
  const phone = useMedia('(max-width: 47.99rem)');
  const edits = resource.idsField !== undefined && may(resource, 'bulkUpdate');
  const removes = resource.idsField !== undefined && may(resource, 'bulkDelete');
  const edit: ShownAction = {
    key: 'edit',
    label: m.bulk_edit(),
    icon: <Icon name="edit" size={18} />,
    start: () => setOpen('edit'),
  };
  const remove: ShownAction = {
    key: 'delete',
    label: m.bulk_delete(),
    icon: <Icon name="remove" size={18} />,
    danger: true,
    start: () => setOpen('delete'),
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
        <SelectAll resource={resource} list={list} selection={selection} />
      </div>
      <div className={styles.actions}>
        <ActionButtons actions={collapsed ? [...actions, remove] : actions} most={phone ? 1 : 3} disabled={tooMany} />
        {edits && (
          <Button
            look="secondary"
            icon={edit.icon}
            aria-haspopup="dialog"
            disabled={tooMany}
            onClick={edit.start}
          >
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
      {open && (
        <Suspense fallback={null}>{open === 'edit' ? <BulkEdit {...shown} /> : <BulkDelete {...shown} />}</Suspense>
      )}
      {dialog}
    </div>
  );
}

/** Shown while the result has more records than are selected. */
function SelectAll({ resource, list, selection }: Pick<Props, 'resource' | 'list' | 'selection'>) {
  const [found, setFound] = useState<number | null>(null);
  const run = useRef<AbortController>(undefined);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => () => run.current?.abort(), []);
  const most = Math.min(list.total, MOST_SELECTED);

  const start = async () => {
    const controller = new AbortController();
    run.current = controller;
    setFound(0);
    try {
      const everything = await collectAll(resource, list.query, controller.signal, setFound);
      // The button disappears: move the focus to the actions.
      const bar = button.current === document.activeElement ? button.current?.closest('[role="toolbar"]') : null;
      bar?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
      selection.add(everything);
    } catch (error) {
      if (!controller.signal.aborted) toast.error(errorMessage(error, m.bulk_select_failed()));
    } finally {
      if (run.current === controller) setFound(null);
    }
  };

  const all =
    list.total > MOST_SELECTED
      ? m.bulk_select_first({ count: formatNumber(MOST_SELECTED) })
      : m.bulk_select_all({ count: formatNumber(list.total) });
  const offered = found !== null || selection.chosen.size < most;
  return (
    <span className={styles.progress}>
      <span role="status">
        {found !== null && m.bulk_selecting({ count: formatNumber(found), total: formatNumber(most) })}
      </span>
      {/* The same button in both states, so that it keeps the focus. */}
      {offered && (
        <button
          ref={button}
          type="button"
          className={styles.link}
          onClick={() => (found === null ? void start() : run.current?.abort())}
        >
          {found === null ? all : m.bulk_select_stop()}
        </button>
      )}
    </span>
  );
}
