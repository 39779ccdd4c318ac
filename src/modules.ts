// The front ends of the kernel and of the product's modules, one line each, and each a chunk of its own.
// `vite build --mode desk` takes the folder `tests/browser`, and the `modules.ts` in it, in place of this one.
import { areas } from './areas.ts';
import { map } from './map.ts';
import { theme } from './theme.ts';
import { waiting } from './waiting.ts';
import type { ProductUi } from '@mizan/admin-ui/module';

export const product: ProductUi = {
  modules: [
    { name: 'kernel', load: () => import('../kernel/ui/index.tsx') },
    { name: 'users', load: () => import('../modules/users/ui/index.tsx') },
    { name: 'projects', load: () => import('../modules/projects/ui/index.tsx') },
    { name: 'units', load: () => import('../modules/units/ui/index.tsx') },
    { name: 'rotations', load: () => import('../modules/rotations/ui/index.tsx') },
    { name: 'estimations', load: () => import('../modules/estimations/ui/index.tsx') },
  ],
  areas,
  waiting,
  map,
  theme,
};
