// A thin line at the edge of a toolbar that reports a refetch; the rows below do not move.
import styles from './refetch-line.module.css';

export const RefetchLine = ({ shown }: { shown: boolean }) => (
  <span className={styles.line} data-shown={shown || undefined} aria-hidden="true" />
);
