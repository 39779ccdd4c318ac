// The saved filters of a list: one's own and those that others share. A press applies one; what else can be done with
// one's own stands in its menu.
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import Skeleton from '@mui/material/Skeleton';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { Suspense, useId, useRef, useState } from 'react';
import { same } from '../data/changes.ts';
import { sentenceOf } from '../data/problems.ts';
import { useMaySaved, useSavedFilterChanges, useSavedFilters, type SavedFilter } from '../data/saved-filters.ts';
import type { Resource } from '../document/resources.ts';
import { Icon } from '../frame/icon.tsx';
import { SavedFilterDelete, SavedFilterForm } from './dialogs-lazy.ts';
import type { FilterGroup } from './filter-group.ts';
import { readFilters } from './filter-group.ts';
import { SavedFilterRow, type SavedFilterDeed } from './saved-filter-row.tsx';
import styles from './saved-filters.module.css';

interface Props {
  resource: Resource;
  filters: FilterGroup | null;
  onApply: (filters: FilterGroup | null) => void;
}

type Dialog = { kind: 'form'; saved?: SavedFilter } | { kind: 'delete'; saved: SavedFilter };

export function SavedFiltersMenu({ resource, filters, onApply }: Props) {
  const mayCreate = useMaySaved()('create');
  const title = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const changes = useSavedFilterChanges(resource);
  const { data, isPending, isError, refetch } = useSavedFilters(resource, open);

  const apply = (saved: SavedFilter) => {
    setOpen(false);
    onApply(readFilters(saved.filterState));
  };
  const change = async (saved: SavedFilter, update: Parameters<typeof changes.update>[1]) => {
    try {
      await changes.update(saved.id, update);
      toast.success(m.saved_updated({ name: saved.name }));
    } catch (error) {
      toast.error(sentenceOf(error, m.saved_save_failed()));
    }
  };
  const ask = (next: Dialog) => {
    setOpen(false);
    setDialog(next);
  };
  const deed = (saved: SavedFilter, what: SavedFilterDeed) => {
    if (what === 'rename') return ask({ kind: 'form', saved });
    if (what === 'delete') return ask({ kind: 'delete', saved });
    if (what === 'default') return void change(saved, { isDefault: !saved.isDefault });
    if (what === 'share') return void change(saved, { shared: !saved.shared });
    if (filters) void change(saved, { filterState: filters });
  };
  const closed = () => {
    setDialog(null);
    button.current?.focus();
  };

  const lists = [
    { label: m.saved_own(), all: (data ?? []).filter((one) => one.own) },
    { label: m.saved_shared(), all: (data ?? []).filter((one) => !one.own) },
  ].filter(({ all }) => all.length > 0);
  return (
    <>
      <Button
        ref={button}
        variant="outlined"
        startIcon={<Icon name="saved" size={18} />}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        {m.saved_filters()}
      </Button>
      <Popover
        open={open}
        anchorEl={() => button.current}
        onClose={() => setOpen(false)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: -4, horizontal: 'right' }}
        slotProps={{
          paper: { role: 'dialog', 'aria-labelledby': title, className: styles.paper ?? '' },
          transition: { onEntered: (paper) => paper.querySelector('button')?.focus() },
        }}
      >
        <div className={styles.menu}>
          <h2 id={title} className={styles.unseen}>
            {m.saved_filters()}
          </h2>
          {isPending && (
            <div role="status" aria-label={m.saved_loading()} className={styles.bones}>
              <Skeleton width="60%" />
              <Skeleton width="75%" />
            </div>
          )}
          {isError && (
            <p className={styles.none} role="alert">
              {m.saved_failed()}{' '}
              <button type="button" className={styles.retry} onClick={() => void refetch()}>
                {m.admin_retry()}
              </button>
            </p>
          )}
          {data?.length === 0 && (
            <p className={styles.none}>
              <strong>{m.saved_none()}</strong>
              {m.saved_none_text()}
            </p>
          )}
          <div className={styles.lists}>
            {lists.map(({ label, all }) => (
              <section key={label} aria-label={label}>
                <h3 className={styles.title}>{label}</h3>
                <ul className={styles.list}>
                  {all.map((saved) => (
                    <SavedFilterRow
                      key={saved.id}
                      saved={saved}
                      inUse={filters !== null && same(readFilters(saved.filterState), filters)}
                      mayUpdateFilters={filters !== null}
                      onApply={() => apply(saved)}
                      onDeed={(what) => deed(saved, what)}
                    />
                  ))}
                </ul>
              </section>
            ))}
          </div>
          {mayCreate && filters && (
            <div className={styles.foot}>
              <Button
                variant="text"
                fullWidth
                startIcon={<Icon name="add" size={18} />}
                onClick={() => ask({ kind: 'form' })}
              >
                {m.saved_save_current()}
              </Button>
            </div>
          )}
        </div>
      </Popover>
      {dialog && (
        <Suspense fallback={null}>
          {dialog.kind === 'form' ? (
            <SavedFilterForm resource={resource} saved={dialog.saved} filters={filters} onClose={closed} />
          ) : (
            <SavedFilterDelete resource={resource} saved={dialog.saved} onClose={closed} />
          )}
        </Suspense>
      )}
    </>
  );
}
