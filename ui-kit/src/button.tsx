// The product's button, and a link that looks like one.
import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react';
import styles from './button.module.css';

interface Look {
  /**
   * A screen has one primary action; the others are secondary or quiet. Danger is for what deletes or ends something.
   */
  look?: 'primary' | 'secondary' | 'quiet' | 'danger';
  wide?: boolean;
}

function classes({ look = 'primary', wide }: Look): string {
  return [styles['button'], styles[look], wide && styles['wide']].filter(Boolean).join(' ');
}

interface ButtonProps extends Look, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Work is in progress: the button ignores presses, and keeps its size and focus. */
  busy?: boolean;
}

export function Button({ look, wide, busy, type = 'button', onClick, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type
      type={busy ? 'button' : type}
      className={classes({ look, wide })}
      aria-disabled={busy || undefined}
      data-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
    />
  );
}

/** A link that leaves the app or loads a page; links within an app use the class from `buttonClass`. */
export function ButtonLink({ look, wide, children, ...rest }: Look & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a {...rest} className={classes({ look, wide })}>
      {children}
    </a>
  );
}

export const buttonClass = classes;
