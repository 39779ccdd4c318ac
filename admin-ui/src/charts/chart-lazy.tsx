// Charts, loaded when the first one is shown; their space is reserved before.
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';
import { Suspense } from 'react';
import styles from './chart-room.module.css';
import type { ChartProps } from './types.ts';

const Loaded = lazyScreen(() => import('./chart.tsx'));

export function Chart(props: ChartProps) {
  return (
    <Suspense fallback={<div className={styles.placeholder} data-size={props.size ?? 'wide'} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
