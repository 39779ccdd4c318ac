// Replaces src/modules.ts when the back-office is built for these tests: the product's front ends and two more,
// the second of them a package outside the workspace.
// The path with its extension would be this file again.
import { product as mizan } from '../../src/modules';
import type { ProductUi } from '../../admin-ui/src/module/product.ts';
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
