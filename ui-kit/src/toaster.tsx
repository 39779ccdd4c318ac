// Toasts at the top of the page.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { ALERT, Icon, TICK } from './icon';
import { m } from '@mizan/ui-kit/messages';
import { Unbroken } from './unbroken';
import { useTopModal } from './modals';
import { pause, resume, toast, useToasts, type Toast } from './toasts';
import styles from './toaster.module.css';

export { toast };

const MARKS: Partial<Record<Toast['type'], string>> = {
  success: TICK,
  error: ALERT,
};

function Mark({ type }: { type: Toast['type'] }) {
  const path = MARKS[type];
  if (type === 'loading') return <span className={styles['spinner']} aria-hidden="true" />;
  if (!path) return null;
  return <Icon path={path} className={styles['mark']} />;
}

interface Action {
  label: string;
  run: () => void;
  /** How long it is offered, in milliseconds. */
  duration: number;
  /** Replaces the toast of this identifier. */
  id?: string;
  type?: 'success' | 'error';
}

/** A message with an action, usually Undo. */
export function toastWithAction(text: string, { label, run, duration, id, type = 'success' }: Action): string {
  return toast[type]((item) => <ActionNotice item={item} text={text} label={label} run={run} />, {
    ...(id !== undefined && { id }),
    duration,
    action: true,
  });
}

/** Moves the focus to the newest toast with a button: toasts are far away in the tab order. */
const SHORTCUT = 'F8';

function ActionNotice({ item, text, label, run }: Pick<Action, 'label' | 'run'> & { item: Toast; text: string }) {
  return (
    <span className={styles['withAction']}>
      <span>{text}</span>
      <button
        type="button"
        className={styles['action']}
        aria-keyshortcuts={SHORTCUT}
        onClick={() => {
          // A fading toast can still be pressed for a moment.
          if (!item.visible) return;
          toast.dismiss(item.id);
          run();
        }}
      >
        {label}
      </button>
      <span className={styles['unseen']}>{m.undo_shortcut()}</span>
    </span>
  );
}

/** Moves the focus to the newest toast with a button, and back. */
function useShortcut(region: HTMLElement | null): () => void {
  const from = useRef<Element | null>(null);
  useEffect(() => {
    if (!region) return;
    const reach = (event: KeyboardEvent): void => {
      const button = event.key === SHORTCUT ? region.querySelector<HTMLElement>('[data-visible] button') : null;
      if (!button) return;
      event.preventDefault();
      if (!region.contains(document.activeElement)) from.current = document.activeElement;
      button.focus();
    };
    document.addEventListener('keydown', reach);
    return () => document.removeEventListener('keydown', reach);
  }, [region]);
  return () => {
    const { activeElement } = document;
    if (from.current instanceof HTMLElement && from.current.isConnected) from.current.focus();
    // The focused element is removed with its toast, which would leave the timers paused.
    else if (activeElement instanceof HTMLElement && region?.contains(activeElement)) activeElement.blur();
    from.current = null;
  };
}

function textOf(item: Toast): ReactNode {
  const text = typeof item.message === 'function' ? item.message(item) : item.message;
  return typeof text === 'string' ? <Unbroken>{text}</Unbroken> : text;
}

/** Rendered once per page. */
export function Toaster() {
  const { shown, single } = useToasts();
  const [region, setRegion] = useState<HTMLElement | null>(null);
  const goBack = useShortcut(region);

  const modal = useTopModal();
  // One that moves to another place is no longer under the pointer.
  useEffect(() => (region ? resume : undefined), [region]);
  // A modal dialog covers everything but the top layer, so the toasts are a popover, which each new one moves to the
  // top, and in the dialog, outside of which nothing can be reached.
  const newest = shown[0]?.id;
  useEffect(() => {
    // The dialog that it was in may have been removed; it is then drawn elsewhere.
    if (!region?.isConnected || typeof region.showPopover !== 'function') return;
    if (region.matches(':popover-open')) region.hidePopover();
    if (newest) region.showPopover();
  }, [region, newest]);

  return createPortal(
    // Hovering or focusing toasts only pauses their timers.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={setRegion}
      popover="manual"
      className={styles['toaster']}
      aria-label={m.toast_region()}
      data-single={single || undefined}
      onMouseEnter={pause}
      onMouseLeave={resume}
      onFocus={pause}
      onBlur={resume}
      onClick={goBack}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        goBack();
      }}
    >
      {shown.map((item) => (
        <div
          key={item.id}
          className={styles['toast']}
          data-type={item.type}
          data-visible={item.visible || undefined}
          role="status"
          aria-live="polite"
        >
          {item.type === 'custom' ? (
            textOf(item)
          ) : (
            <>
              <Mark type={item.type} />
              <span className={styles['text']}>{textOf(item)}</span>
            </>
          )}
        </div>
      ))}
    </section>,
    modal ?? document.body,
  );
}
