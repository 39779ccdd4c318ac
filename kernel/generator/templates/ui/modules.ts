// What the back-office is built from: the front ends of the kernel and of modules, one line each, and each a chunk of its own.
import type { ProductUi } from '@mizan/admin-ui/module';
import { extras } from './shell';
import { theme } from './theme';

export const product: ProductUi = {
  modules: [
    { name: 'kernel', load: () => import('@mizan/kernel') },
    { name: 'users', load: () => import('@mizan/users') },
  ],
  areas: extras.areas,
  waiting: extras.waiting,
  theme,
};
