// Short notices at the top of the page, and the only place that knows the library behind them. Its default markup is
// not used: that would need inline styles.
import { resolveValue, toast, useToaster, useToasterStore, type Toast } from 'react-hot-toast/headless';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { m } from '@mizan/ui-kit/messages';
import styles from './toaster.module.css';

export { toast };
export type { Toast };

const DURATIONS = {
  duration: 4000,
  success: { duration: 3000 },
  error: { duration: 5000 },
  loading: { duration: Infinity },
};
const MOST = 20;

const MARKS: Partial<Record<Toast['type'], string>> = {
  success: 'M4.5 10.5 8.5 14.5 15.5 6.5',
  error: 'M10 5.5v5.5M10 14.2v.3',
};

function Mark({ type }: { type: Toast['type'] }) {
  const path = MARKS[type];
  if (type === 'loading') return <span className={styles['spinner']} aria-hidden="true" />;
  if (!path) return null;
  return (
    <svg className={styles['mark']} viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

interface Action {
  label: string;
  run: () => void;
  /** How long it is offered, in milliseconds. */
  duration: number;
}

/** That something was done, with a way to do one more thing about it: undo it, as a rule. */
export function toastWithAction(text: string, { label, run, duration }: Action): string {
  return toast.success((item) => <ActionNotice item={item} text={text} label={label} run={run} />, { duration });
}

/** Reaches the newest notice that can be pressed: notices stand far from where the keyboard is. */
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
          // It fades for a moment in which it can still be pressed.
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

/** Moves the keyboard to what can be pressed here, and back to where it was. */
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
    // What is focused goes away with its notice, and would leave the clocks held.
    else if (activeElement instanceof HTMLElement && region?.contains(activeElement)) activeElement.blur();
    from.current = null;
  };
}

/** Drawn once per page, beside everything else. */
export function Toaster() {
  const { handlers } = useToaster(DURATIONS);
  const { toasts } = useToasterStore();
  const [region, setRegion] = useState<HTMLElement | null>(null);
  const shown = toasts.slice(0, MOST);
  const goBack = useShortcut(region);

  // A modal dialog covers everything but the top layer: the notices join it, and are put on top again by each new one.
  const newest = shown[0]?.id;
  useEffect(() => {
    if (!region || typeof region.showPopover !== 'function') return;
    if (region.matches(':popover-open')) region.hidePopover();
    if (newest) region.showPopover();
    // A dialog that was opened meanwhile hides from screen readers what is beside it; these are to be heard.
    region.removeAttribute('aria-hidden');
  }, [region, newest]);

  // Beside the app and not within it: a modal dialog hides the app from screen readers.
  return createPortal(
    // Pointing at notices, and having the keyboard among them, only holds their clocks.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={setRegion}
      popover="manual"
      className={styles['toaster']}
      aria-label={m.toast_region()}
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
      onClick={goBack}
      onKeyDown={(event) => {
        if (event.key === 'Escape') goBack();
      }}
    >
      {shown.map((item) => (
        <div
          key={item.id}
          className={styles['toast']}
          data-type={item.type}
          data-visible={item.visible || undefined}
          {...item.ariaProps}
        >
          {item.type === 'custom' ? (
            resolveValue(item.message, item)
          ) : (
            <>
              <Mark type={item.type} />
              <span className={styles['text']}>{resolveValue(item.message, item)}</span>
            </>
          )}
        </div>
      ))}
    </section>,
    document.body,
  );
}
