// A button that opens a menu, with the keys of one: arrows, Home and End, the first letters of an item, Escape.
import { cloneElement, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { ButtonHTMLAttributes, KeyboardEvent, ReactElement, ReactNode, RefObject } from 'react';
import { Icon, TICK } from './icon';
import { Popup, type Anchor } from './popup';
import styles from './popup.module.css';

type Control = ReactElement<ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Anchor; busy?: boolean | undefined }>;

interface Props {
  /** The button, which opens it. */
  button: Control;
  /** Its element, for those who move the focus. */
  anchor?: RefObject<HTMLButtonElement | null>;
  align?: 'start' | 'end';
  /** Items and lines. */
  children: ReactNode;
}

export function Menu({ button, anchor, align = 'end', children }: Props) {
  const own = useRef<HTMLButtonElement>(null);
  const control = anchor ?? own;
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const { busy, 'aria-disabled': off } = button.props;
  const isOff = busy === true || off === true || off === 'true';
  return (
    <>
      {cloneElement(button, {
        ref: control,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onClick: () => !isOff && setOpen(!open),
        onKeyDown: (event) => {
          if (isOff || open || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
          event.preventDefault();
          setOpen(true);
        },
      })}
      {open && (
        <Items anchor={control} align={align} onClose={close}>
          {children}
        </Items>
      )}
    </>
  );
}

/** In milliseconds: letters that are typed within it are one beginning. */
const TYPING = 600;

interface ItemsProps extends Required<Pick<Props, 'align' | 'children'>> {
  anchor: Anchor;
  onClose: () => void;
}

function Items({ anchor, align, onClose, children }: ItemsProps) {
  const list = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });
  const items = () => [...(list.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
  useLayoutEffect(() => {
    list.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus({ preventScroll: true });
  }, []);

  const begunWith = (key: string, all: HTMLElement[], at: number): number => {
    const now = Date.now();
    const text = (now - typed.current.at < TYPING ? typed.current.text : '') + key.toLowerCase();
    typed.current = { text, at: now };
    const from = text.length > 1 ? Math.max(at, 0) : at + 1;
    const found = [...all.slice(from), ...all.slice(0, from)].find((item) =>
      item.textContent?.trim().toLowerCase().startsWith(text),
    );
    return found ? all.indexOf(found) : at;
  };
  const press = (event: KeyboardEvent) => {
    const { key } = event;
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[key];
    // Only Escape, which closes it, is of interest elsewhere.
    if (key !== 'Escape') event.stopPropagation();
    if (key === 'Tab') onClose();
    else if (to !== undefined) all.at(to % all.length)?.focus();
    else if (key === ' ' && event.target instanceof HTMLAnchorElement) event.target.click();
    else if (key.length === 1 && key !== ' ' && !event.ctrlKey && !event.metaKey) all[begunWith(key, all, at)]?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <Popup anchor={anchor} align={align} onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus */}
      <div
        ref={list}
        role="menu"
        onKeyDown={press}
        onClick={(event) => (event.target as HTMLElement).closest('[role="menuitem"]') && onClose()}
      >
        {children}
      </div>
    </Popup>
  );
}

interface ItemProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon?: ReactNode;
  danger?: boolean | undefined;
  /** An item that is switched on and off, and leaves the menu open. */
  checked?: boolean;
}

export function MenuItem({ icon, danger, checked, children, ...rest }: ItemProps) {
  return (
    <button
      type="button"
      {...rest}
      role={checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
      aria-checked={checked}
      tabIndex={-1}
      className={styles['item']}
      data-danger={danger || undefined}
    >
      {checked !== undefined && <span className={styles['checked']}>{checked && <Icon path={TICK} size={18} />}</span>}
      {icon}
      {children}
    </button>
  );
}

/** What makes a link of an app's router an item. */
export const itemLink = { role: 'menuitem', tabIndex: -1, className: styles['item'] } as const;

export const MenuLine = () => <hr className={styles['line']} />;
