// The product's button, and the link that looks like one.
import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react';
import styles from './button.module.css';

interface Look {
  /** One primary action on a screen; the others are secondary or quiet. Danger is for what takes something away. */
  look?: 'primary' | 'secondary' | 'quiet' | 'danger';
  wide?: boolean;
}

function classes({ look = 'primary', wide }: Look): string {
  return [styles['button'], styles[look], wide && styles['wide']].filter(Boolean).join(' ');
}

interface ButtonProps extends Look, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Work is under way: pressing again does nothing, and the button keeps its place and focus. */
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

/** A link out of the app or by a page load; links inside an app take the class from `buttonClass`. */
export function ButtonLink({ look, wide, children, ...rest }: Look & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a {...rest} className={classes({ look, wide })}>
      {children}
    </a>
  );
}

export const buttonClass = classes;
