// The skeleton of a screen while it loads.
import { Skeleton } from '@mizan/ui-kit/skeleton';
import { m } from '@mizan/ui-kit/messages';
import styles from './screen.module.css';

interface Props {
  /** What is loading, shown above the skeleton. */
  label?: string;
  /** For a form or a record, whose width is limited. */
  narrow?: boolean;
}

export function ScreenSkeleton({ label, narrow = false }: Props) {
  return (
    <div
      className={narrow ? `${styles.screen} ${styles.narrow}` : styles.screen}
      role="status"
      aria-label={label ?? m.admin_loading()}
    >
      {label && <p className={styles.loading}>{label}</p>}
      <Skeleton width={220} height={28} />
      <Skeleton height={180} />
      <Skeleton height={120} />
    </div>
  );
}
