// The button of a menu of saved items. The menu is loaded on hover or focus.
import { Button } from '@mizan/ui-kit/button';
import { lazyInPlace } from '@mizan/ui-kit/lazy-screen';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { useCallback, useRef, useState } from 'react';
import { errorMessage } from '../data/problems.ts';
import { toastFailure } from '../data/why.ts';
import { Icon } from '../frame/icon.tsx';
import type { SavedDeed } from './saved-row.tsx';
import styles from './menu-button.module.css';
import { useSavedChanges, type Saved, type SavedInput, type SavedCollection } from './collection.ts';

const loadPopover = () => import('./saved-popover.tsx');

const SavedForm = lazyInPlace(() => import('./saved-form.tsx'));
const SavedDelete = lazyInPlace(() => import('./saved-delete.tsx'));
const SubscribeDialog = lazyInPlace(() => import('./subscribe-dialog.tsx'));
const SavedPopover = lazyInPlace(loadPopover);

interface Props<One extends Saved> {
  collection: SavedCollection;
  /** The state to save; null when there is none. */
  current: unknown;
  isCurrent: (saved: One) => boolean;
  onApply: (saved: One) => void;
  /** Called with the item that was just saved. */
  onSaved?: (saved: Saved) => void;
  /** The label of the button; by default that of the kind. */
  label?: string | undefined;
}

type Dialog = { kind: 'form'; saved?: Saved } | { kind: 'delete' | 'send'; saved: Saved };

export function SavedMenu<One extends Saved>(props: Props<One>) {
  const { collection, current, isCurrent, onApply, onSaved, label: buttonLabel } = props;
  const texts = collection.texts();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  // Whether the menu is rendered: on a slow connection it is loaded after the click.
  const [shown, setShown] = useState(false);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const changes = useSavedChanges(collection);

  const apply = (saved: One) => {
    setOpen(false);
    onApply(saved);
  };
  const done = async (saved: Saved, change: Promise<void>) => {
    try {
      await change;
      toast.success(m.saved_updated({ name: saved.name }));
    } catch (error) {
      toastFailure(error, errorMessage(error, texts.saveFailed));
    }
  };
  const openDialog = (next: Dialog) => {
    setOpen(false);
    setDialog(next);
  };
  const change = (saved: Saved, patch: Partial<SavedInput>) => void done(saved, changes.update(saved.id, patch));
  const deed = (saved: Saved, what: SavedDeed) => {
    if (what === 'rename') return openDialog({ kind: 'form', saved });
    if (what === 'delete' || what === 'send') return openDialog({ kind: what, saved });
    if (what === 'default') return change(saved, { isDefault: !saved.isDefault });
    if (what === 'share') return change(saved, { shared: !saved.shared });
    if (what === 'index') return change(saved, { onIndex: !saved.onIndex });
    if (current !== null) void done(saved, changes.replace(saved.id, current));
  };
  const prepare = () => void loadPopover().catch(() => {});
  const closed = () => {
    setDialog(null);
    button.current?.focus();
  };

  return (
    <>
      <Button
        look="secondary"
        icon={<Icon name="saved" size={18} />}
        className={styles.button}
        ref={button}
        title={buttonLabel}
        aria-haspopup="dialog"
        aria-expanded={shown}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setOpen(!open)}
      >
        <bdi className={styles.label}>{buttonLabel ?? texts.title}</bdi>
      </Button>
      {open && (
        <SavedPopover
          collection={collection}
          anchor={button}
          current={current}
          // The items of this collection are of its type.
          isCurrent={(saved) => isCurrent(saved as One)}
          onApply={(saved) => apply(saved as One)}
          onDeed={deed}
          onNew={() => openDialog({ kind: 'form' })}
          onClose={close}
          onShown={setShown}
        />
      )}
      {dialog?.kind === 'form' && (
        <SavedForm
          collection={collection}
          saved={dialog.saved}
          current={current}
          onSaved={(saved) => onSaved?.(saved)}
          onClose={closed}
        />
      )}
      {dialog?.kind === 'delete' && <SavedDelete collection={collection} saved={dialog.saved} onClose={closed} />}
      {dialog?.kind === 'send' && <SubscribeDialog collection={collection} saved={dialog.saved} onClose={closed} />}
    </>
  );
}
