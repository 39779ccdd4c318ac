// What the product adds to the start page, home and the other pages of the shell: areas of its own, what waits for users, and
// texts in place of the general ones.
import type { Extras } from '@mizan/shell/area';

export const extras: Extras = {
  areas: [],
  waiting: [() => import('@mizan/users/waiting')],
  texts: {},
};
