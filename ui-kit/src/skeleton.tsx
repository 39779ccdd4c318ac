// What is drawn in the place of content that is loading: a line of text, or a block or circle of the given size.
import type { HTMLAttributes } from 'react';
import styles from './skeleton.module.css';

interface Props extends HTMLAttributes<HTMLSpanElement> {
  width?: number | string;
  height?: number | string;
  round?: boolean;
}

export const Skeleton = ({ width, height, round, className, ...rest }: Props) => (
  <span
    {...rest}
    className={[styles['bone'], className].filter(Boolean).join(' ')}
    data-line={height === undefined || undefined}
    data-round={round || undefined}
    style={{ inlineSize: width, blockSize: height }}
  />
);

interface ProgressProps {
  label: string;
  /** Between 0 and 1; undefined while it is not known. */
  done?: number;
  className?: string | undefined;
}

/** How far work is. */
export const Progress = ({ label, done, className }: ProgressProps) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuenow={done === undefined ? undefined : Math.round(100 * done)}
    aria-valuemin={0}
    aria-valuemax={100}
    className={[styles['progress'], className].filter(Boolean).join(' ')}
  >
    <div style={done === undefined ? undefined : { inlineSize: `${100 * done}%` }} />
  </div>
);
