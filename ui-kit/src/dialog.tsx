// The one modal dialog of both apps: the browser's own, shown while it is mounted. Escape, the gesture that goes back and,
// unless it stays, a press outside call `onClose`, which decides. The dialog has the focus until a part takes it; when it
// closes, the focus returns to where it was.
import { useLayoutEffect, useRef, type DialogHTMLAttributes, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { modalOpened, topModal } from './modals';
import styles from './dialog.module.css';

const hidden = new Set<Element>();

/** Some screen readers read what is behind a modal dialog of the browser. */
function hideOthers(top: HTMLElement | undefined): void {
  for (const one of hidden) one.removeAttribute('aria-hidden');
  hidden.clear();
  for (const one of top ? document.body.children : []) {
    if (one === top || one.hasAttribute('aria-hidden')) continue;
    one.setAttribute('aria-hidden', 'true');
    hidden.add(one);
  }
}

interface Props extends Omit<DialogHTMLAttributes<HTMLDialogElement>, 'open' | 'onClose'> {
  size?: 'small' | 'medium' | 'large' | 'huge' | undefined;
  /** Its own shape, in place of the centred one. */
  shape?: string | undefined;
  /** A press outside does not close it. */
  stays?: boolean | undefined;
  onClose: () => void;
  children: ReactNode;
}

export function Dialog({ size = 'small', shape, className, stays, onClose, onKeyDown, children, ...rest }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const removed = useRef(false);
  const pressedOutside = useRef(false);
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (!shown) return undefined;
    const before = document.activeElement;
    removed.current = false;
    if (!shown.open) shown.showModal();
    shown.focus();
    const closed = modalOpened(shown);
    hideOthers(topModal());
    return () => {
      removed.current = true;
      closed();
      hideOthers(topModal());
      shown.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  // In a portal, because a form may be around it.
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      {...rest}
      ref={dialog}
      className={[shape ?? styles['dialog'], className].filter(Boolean).join(' ')}
      tabIndex={-1}
      data-size={size}
      // Before the browser's own way to close, which a second press could not be kept from.
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        if (event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      // The browser closed it all the same.
      onClose={(event) => {
        if (event.target !== event.currentTarget || removed.current || event.currentTarget.open) return;
        event.currentTarget.showModal();
        onClose();
      }}
      onPointerDown={(event) => {
        pressedOutside.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        if (!stays && pressedOutside.current && event.target === event.currentTarget) onClose();
      }}
    >
      {children}
    </dialog>,
    document.body,
  );
}
