// The button of the account menu. The menu and its dialogs are loaded when first opened, and so is what covers the screens
// when the session has ended over unsaved work.
import { Suspense, useCallback, useId, useRef, useState } from 'react';
import { m } from '@mizan/ui-kit/messages';
import type { AccountDialog, AccountPanel } from './account-panel';
import { asProblem } from './http';
import { isReloading, lazyScreen, reloadForError } from './lazy-screen';
import { useSession, type Me } from './session';
// The theme follows the system and other tabs, even if the menu is never opened.
import './theme';
import { toast } from './toaster';
import styles from './account.module.css';

const Dialog = lazyScreen(() => import('./account-dialog'));

/** The initials, or U without names. */
export function initials(user: { firstName: string; lastName: string }): string {
  return `${[...user.firstName][0] ?? ''}${[...user.lastName][0] ?? ''}`.toUpperCase() || 'U';
}

export function AccountMenu({ me }: { me: Me }) {
  const [open, setOpen] = useState(false);
  const [Panel, setPanel] = useState<typeof AccountPanel>();
  const [dialog, setDialog] = useState<AccountDialog | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const { ended } = useSession();
  const name = `${me.user.firstName} ${me.user.lastName}`.trim() || me.user.email;

  const close = useCallback(() => setOpen(false), []);

  function toggle(): void {
    setOpen(!open);
    if (!open && !Panel) void load();
  }

  async function load(): Promise<void> {
    try {
      const { AccountPanel: loaded } = await import('./account-panel');
      setPanel(() => loaded);
    } catch (error) {
      setOpen(false);
      if (!isReloading() && !reloadForError(error)) toast.error(asProblem(error).message);
    }
  }

  function show(next: AccountDialog): void {
    setOpen(false);
    setDialog(next);
  }

  function closed(): void {
    setDialog(null);
    button.current?.focus();
  }

  return (
    <div className={styles['root']}>
      <button
        ref={button}
        type="button"
        className={styles['avatar']}
        aria-label={m.account_open({ name })}
        aria-expanded={open}
        aria-controls={open && Panel ? id : undefined}
        onClick={toggle}
      >
        <span className={styles['face']} data-initials={initials(me.user)}>
          {me.user.imageUrl && <img src={me.user.imageUrl} alt="" />}
        </span>
      </button>
      {open && Panel && <Panel {...{ id, me, name, show }} anchor={button} onClose={close} />}
      <Suspense>{(dialog || ended) && <Dialog name={dialog} ended={ended} me={me} onClose={closed} />}</Suspense>
    </div>
  );
}
