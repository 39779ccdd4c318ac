// The product's buttons, and the class of links that look like them.
import {
  useEffect,
  useRef,
  type AnchorHTMLAttributes,
  type ButtonHTMLAttributes,
  type ReactNode,
  type Ref,
} from 'react';
import styles from './button.module.css';

interface Look {
  /**
   * A screen has one primary action; the others are secondary or quiet. Danger is for what deletes or ends something.
   */
  look?: 'primary' | 'secondary' | 'quiet' | 'danger';
  wide?: boolean;
}

function classes({ look = 'primary', wide }: Look, own?: string): string {
  return [styles['button'], styles[look], wide && styles['wide'], own].filter(Boolean).join(' ');
}

interface Pressed extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Work is in progress: the button ignores presses, and keeps its size and focus. */
  busy?: boolean | undefined;
  ref?: Ref<HTMLButtonElement>;
}

export interface ButtonProps extends Look, Pressed {
  icon?: ReactNode;
}

function Base({ busy, type = 'button', autoFocus, onClick, ref, ...rest }: Pressed) {
  const own = useRef<HTMLButtonElement>(null);
  // After a dialog around it has been shown: what is not shown yet takes no focus.
  useEffect(() => {
    if (autoFocus) own.current?.focus();
  }, [autoFocus]);
  return (
    <button
      {...rest}
      ref={(element) => {
        own.current = element;
        if (typeof ref === 'function') return ref(element);
        if (ref) ref.current = element;
        return undefined;
      }}
      // oxlint-disable-next-line react/button-has-type
      type={busy ? 'button' : type}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      data-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
    />
  );
}

export function Button({ look, wide, icon, className, children, ...rest }: ButtonProps) {
  return (
    <Base {...rest} className={classes({ look, wide }, className)}>
      {icon}
      {children}
    </Base>
  );
}

/** A square button with an icon; its label is in `aria-label`. */
export const IconButton = ({ className, ...rest }: Pressed) => (
  <Base {...rest} className={[styles['square'], className].filter(Boolean).join(' ')} />
);

/** A link that leaves the app or loads a page; links within an app use the class from `buttonClass`. */
export function ButtonLink({ look, wide, children, ...rest }: Look & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a {...rest} className={classes({ look, wide })}>
      {children}
    </a>
  );
}

export const buttonClass = classes;
