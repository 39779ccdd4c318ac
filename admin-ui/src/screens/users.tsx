// Users: people with faces, locked or active, who are given passwords and not deleted.
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';
import { m } from '@mizan/ui-kit/messages';
import type { Column } from '../document/resources.ts';
import { paths } from '../paths.ts';
import type { Screens } from './registry.tsx';
import { Face, LinkingBadge, RoleBadges, StatusBadge } from './users/badges.tsx';
import { unlockUser } from './users/verbs.ts';

const SetPassword = lazyScreen(() => import('./users/set-password.tsx'));
const LockAccount = lazyScreen(() => import('./users/lock-account.tsx'));
const AllowLinking = lazyScreen(() => import('./users/allow-linking.tsx'));

/** Those that the list shows first, in this order; the first ones cannot be hidden. */
const FIRST = ['imageUrl', 'firstName', 'lastName', 'email', 'locked', 'roles'];
const FIXED = ['imageUrl', 'firstName', 'lastName'];

function columns(all: Column[]): Column[] {
  const usual = FIRST.flatMap((field) => all.find((column) => column.field === field) ?? []);
  const others = all.filter(({ field }) => !FIRST.includes(field));
  return [
    ...usual.map((column) => ({
      ...column,
      ...(column.field === 'imageUrl' && { sortable: false, kind: 'choice' as const }),
      usual: true,
      hideable: !FIXED.includes(column.field),
    })),
    ...others.map((column) => ({ ...column, usual: false, hideable: true })),
  ];
}

export const users: Screens = {
  denied: `${paths.area('backoffice')}?error=access-denied`,
  get heading() {
    return { title: m.users_title(), text: m.users_text() };
  },
  get editLabel() {
    return m.users_edit();
  },
  get labels() {
    return { imageUrl: m.users_avatar(), locked: m.users_status(), linkAllowed: m.users_linking() };
  },
  columns,
  values: {
    imageUrl: (record) => <Face record={record} />,
    locked: (record) => <StatusBadge locked={record['locked'] === true} />,
    roles: (record) => <RoleBadges roles={record['roles']} />,
    linkAllowed: (record) => <LinkingBadge allowed={record['linkAllowed'] === true} />,
  },
  get actions() {
    return [
      {
        key: 'set-password',
        label: m.users_set_password(),
        icon: 'key' as const,
        permission: 'users:set-password',
        Dialog: SetPassword,
      },
      {
        key: 'lock',
        label: m.users_lock(),
        icon: 'lock' as const,
        permission: 'users:lock',
        when: (record: Record<string, unknown>) => record['locked'] !== true,
        Dialog: LockAccount,
      },
      {
        key: 'unlock',
        label: m.users_unlock(),
        icon: 'unlock' as const,
        permission: 'users:unlock',
        when: (record: Record<string, unknown>) => record['locked'] === true,
        run: unlockUser,
      },
      {
        key: 'allow-linking',
        label: m.users_allow_linking(),
        icon: 'link' as const,
        permission: 'users:allow-linking',
        when: (record: Record<string, unknown>) => record['linkAllowed'] === false,
        Dialog: AllowLinking,
      },
    ];
  },
};
