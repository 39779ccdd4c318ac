// The product that the back-office is built for in these tests: the front ends of the product and two more, the second of them
// a package outside the workspace.
import { product as mizan } from '../../src/modules.ts';
import type { ProductUi } from '@mizan/admin-ui/module';
import { theme } from './theme.tsx';

export const product: ProductUi = {
  ...mizan,
  modules: [
    ...mizan.modules,
    { name: 'viewings', load: () => import('./viewings/ui/index.tsx') },
    { name: 'letting', load: () => import('./outside/ui/index.tsx') },
  ],
  theme,
};
