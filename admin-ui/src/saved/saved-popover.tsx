// The menu of saved items: own and shared ones. A click applies an item; own ones have a menu with more actions.
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import Skeleton from '@mui/material/Skeleton';
import { m } from '@mizan/ui-kit/messages';
import { useEffect, useId, type RefObject } from 'react';
import { Icon } from '../frame/icon.tsx';
import { SavedRow, type SavedDeed } from './saved-row.tsx';
import styles from './saved.module.css';
import { useMaySaved, useSaved, type Saved, type SavedCollection } from './collection.ts';

interface Props {
  collection: SavedCollection;
  open: boolean;
  /** The element that it is anchored to. */
  anchor: RefObject<HTMLElement | null>;
  /** The state to save; null when there is none. */
  current: unknown;
  isCurrent: (saved: Saved) => boolean;
  onApply: (saved: Saved) => void;
  onDeed: (saved: Saved, what: SavedDeed) => void;
  onNew: () => void;
  onClose: () => void;
  /** Called when it is rendered or removed. */
  onShown: (shown: boolean) => void;
}

export default function SavedPopover(props: Props) {
  const { collection, open, anchor, current, isCurrent, onApply, onDeed, onNew, onClose, onShown } = props;
  const texts = collection.texts();
  const mayCreate = useMaySaved(collection.permission)('create');
  const title = useId();
  useEffect(() => onShown(open), [open, onShown]);
  const { data, isPending, isError, refetch } = useSaved<Saved>(collection, open);
  const lists = [
    { label: m.saved_own(), all: (data ?? []).filter((one) => one.own) },
    { label: m.saved_shared(), all: (data ?? []).filter((one) => !one.own) },
  ].filter(({ all }) => all.length > 0);
  return (
    <Popover
      open={open}
      anchorEl={() => anchor.current}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: -4, horizontal: 'right' }}
      slotProps={{
        paper: { role: 'dialog', 'aria-labelledby': title, className: styles.paper ?? '' },
        transition: { onEntered: (paper) => paper.querySelector('button')?.focus() },
      }}
    >
      <div className={styles.menu}>
        <h2 id={title} className={styles.unseen}>
          {texts.title}
        </h2>
        {isPending && (
          <div role="status" aria-label={texts.loading} className={styles.bones}>
            <Skeleton width="60%" />
            <Skeleton width="75%" />
          </div>
        )}
        {isError && (
          <p className={styles.none} role="alert">
            {texts.failed}{' '}
            <button type="button" className={styles.retry} onClick={() => void refetch()}>
              {m.admin_retry()}
            </button>
          </p>
        )}
        {data?.length === 0 && (
          <p className={styles.none}>
            <strong>{m.saved_none()}</strong>
            {texts.noneText}
          </p>
        )}
        <div className={styles.lists}>
          {lists.map(({ label, all }) => (
            <section key={label} aria-label={label}>
              <h3 className={styles.title}>{label}</h3>
              <ul className={styles.list}>
                {all.map((saved) => (
                  <SavedRow
                    key={saved.id}
                    collection={collection}
                    saved={saved}
                    inUse={isCurrent(saved)}
                    mayReplace={current !== null}
                    onApply={() => onApply(saved)}
                    onDeed={(what) => onDeed(saved, what)}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
        {mayCreate && current !== null && (
          <div className={styles.foot}>
            <Button variant="text" fullWidth startIcon={<Icon name="add" size={18} />} onClick={onNew}>
              {texts.saveCurrent}
            </Button>
          </div>
        )}
      </div>
    </Popover>
  );
}
