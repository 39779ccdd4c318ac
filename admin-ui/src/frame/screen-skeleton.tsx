// What stands in a screen's place for the moment in which it loads.
import Skeleton from '@mui/material/Skeleton';
import { m } from '@mizan/ui-kit/messages';
import styles from './screen.module.css';

export function ScreenSkeleton({ label = m.admin_loading() }: { label?: string }) {
  return (
    <div className={styles.screen} role="status" aria-label={label}>
      <Skeleton variant="rounded" width={220} height={28} />
      <Skeleton variant="rounded" height={180} />
      <Skeleton variant="rounded" height={120} />
    </div>
  );
}
