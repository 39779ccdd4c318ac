// What filters are built and kept with, loaded when it is first requested.
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';

export const loadBuilder = () => import('./filter-builder.tsx');

export const FilterBuilder = lazyScreen(loadBuilder);
