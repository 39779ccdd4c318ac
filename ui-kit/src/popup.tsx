// What opens next to a control and covers what is below: above everything, also within a dialog, by the browser's
// popover. A press or the focus elsewhere, and Escape, close it; the focus returns to the control.
import { useEffect, useLayoutEffect, useRef, type HTMLAttributes, type ReactNode, type RefObject } from 'react';
import styles from './popup.module.css';

/** Pixels between the control and the popup, and to the edge of the window. */
const GAP = 4;

export type Anchor = RefObject<HTMLElement | null>;

interface Props extends HTMLAttributes<HTMLDivElement> {
  anchor: Anchor;
  /** The edge of the control that it is in line with. */
  align?: 'start' | 'end' | undefined;
  /** As wide as the control. */
  wide?: boolean;
  onClose: () => void;
  children: ReactNode;
}

export function Popup({ anchor, align = 'start', wide = false, onClose, className, onKeyDown, ...rest }: Props) {
  const popup = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const shown = popup.current;
    const control = anchor.current;
    if (!shown) return;
    shown.showPopover?.();
    // A dialog has the focus until a part takes it.
    if (shown.getAttribute('role') === 'dialog') shown.focus({ preventScroll: true });
    const move = () => placePopup(shown, control, align, wide);
    move();
    const sizes = new ResizeObserver(move);
    sizes.observe(shown);
    if (control) sizes.observe(control);
    addEventListener('scroll', move, true);
    addEventListener('resize', move);
    return () => {
      sizes.disconnect();
      removeEventListener('scroll', move, true);
      removeEventListener('resize', move);
      // Before it is removed, so that the focus is not lost.
      if (shown.contains(document.activeElement)) control?.focus({ preventScroll: true });
    };
  }, [anchor, align, wide]);
  useEffect(() => {
    const leave = ({ target }: Event) => {
      if (!(target instanceof Node) || popup.current?.contains(target) || anchor.current?.contains(target)) return;
      onClose();
    };
    // The control may have kept the focus.
    const control = anchor.current;
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      onClose();
    };
    control?.addEventListener('keydown', escape);
    document.addEventListener('pointerdown', leave, true);
    document.addEventListener('focusin', leave);
    return () => {
      control?.removeEventListener('keydown', escape);
      document.removeEventListener('pointerdown', leave, true);
      document.removeEventListener('focusin', leave);
    };
  }, [anchor, onClose]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      tabIndex={rest.role ? -1 : undefined}
      {...rest}
      ref={popup}
      popover="manual"
      className={[styles['popup'], className].filter(Boolean).join(' ')}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        // Neither the dialog nor the popup around it.
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
      // A press within it is none on the row or the card that it is in.
      onClick={(event) => {
        rest.onClick?.(event);
        event.stopPropagation();
      }}
    />
  );
}

/** Places a popup below its control, or above where there is more room, within the window. */
export function placePopup(
  popup: HTMLElement,
  control: HTMLElement | null,
  align: 'start' | 'end',
  wide = false,
): void {
  const at = control?.getBoundingClientRect();
  if (!at) return;
  if (wide) popup.style.inlineSize = `${at.width}px`;
  popup.style.maxBlockSize = '';
  const { width, height } = popup.getBoundingClientRect();
  const above = at.top - 2 * GAP;
  const below = innerHeight - at.bottom - 2 * GAP;
  const isAbove = height > below && above > below;
  const most = isAbove ? above : below;
  const atRight = (align === 'end') !== (getComputedStyle(popup).direction === 'rtl');
  const left = atRight ? at.right - width : at.left;
  popup.style.maxBlockSize = `${most}px`;
  popup.style.left = `${Math.max(GAP, Math.min(left, innerWidth - width - GAP))}px`;
  popup.style.top = `${isAbove ? at.top - GAP - Math.min(height, most) : at.bottom + GAP}px`;
}
