// The menu of saved items: own and shared ones. A click applies an item; own ones have a menu with more actions.
import { Button } from '@mizan/ui-kit/button';
import { Skeleton } from '@mizan/ui-kit/skeleton';
import { m } from '@mizan/ui-kit/messages';
import { Popup, type Anchor } from '@mizan/ui-kit/popup';
import unseen from '@mizan/ui-kit/unseen.module.css';
import { useEffect, useId, useRef } from 'react';
import { Icon } from '../frame/icon.tsx';
import { SavedRow, type SavedDeed } from './saved-row.tsx';
import styles from './saved.module.css';
import { useMaySaved, useSaved, type Saved, type SavedCollection } from './collection.ts';

interface Props {
  collection: SavedCollection;
  /** The element that it is anchored to. */
  anchor: Anchor;
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
  const { collection, anchor, current, isCurrent, onApply, onDeed, onNew, onClose, onShown } = props;
  const texts = collection.texts();
  const mayCreate = useMaySaved(collection.permission)('create');
  const title = useId();
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    onShown(true);
    return () => onShown(false);
  }, [onShown]);
  // The first of them has the focus as soon as they are loaded.
  const { data, isPending, isError, refetch } = useSaved<Saved>(collection, true);
  useEffect(() => {
    if (!isPending) menu.current?.querySelector('button')?.focus();
  }, [isPending]);
  const lists = [
    { label: m.saved_own(), all: (data ?? []).filter((one) => one.own) },
    { label: m.saved_shared(), all: (data ?? []).filter((one) => !one.own) },
  ].filter(({ all }) => all.length > 0);
  return (
    <Popup anchor={anchor} align="end" role="dialog" aria-labelledby={title} onClose={onClose}>
      <div ref={menu} className={styles.menu}>
        <h2 id={title} className={unseen.unseen}>
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
            <Button look="quiet" icon={<Icon name="add" size={18} />} wide onClick={onNew}>
              {texts.saveCurrent}
            </Button>
          </div>
        )}
      </div>
    </Popup>
  );
}
