// Users: people with faces, locked or active, who are given passwords and not deleted.
import { paths, type ResourceUi } from '@mizan/admin-ui/module';
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';
import { m } from '@mizan/ui-kit/messages';
import type { Resources } from '@mizan/openapi/resources';
import { KeyRound, Link, Lock, LockOpen } from 'lucide-react';
import { inWords } from './in-words.tsx';
import { Face, LinkingBadge, RoleBadges, StatusBadge } from './users/badges.tsx';
import { unlockUser } from './users/verbs.ts';

const SetPassword = lazyScreen(() => import('./users/set-password.tsx'));

export const users: ResourceUi<Resources['users']> = {
  denied: `${paths.area('backoffice')}?error=access-denied`,
  heading: { title: m.users_title(), text: m.users_text() },
  editLabel: m.users_edit(),
  labels: { imageUrl: m.users_avatar(), locked: m.users_status(), linkAllowed: m.users_linking() },
  columns: {
    shown: ['imageUrl', 'firstName', 'lastName', 'email', 'locked', 'roles'],
    fixed: ['imageUrl', 'firstName', 'lastName'],
    unsortable: ['imageUrl'],
  },
  cells: {
    imageUrl: ({ record }) => <Face record={record} />,
    locked: ({ record }) => <StatusBadge locked={record.locked} />,
    roles: ({ record }) => <RoleBadges roles={record.roles} />,
    linkAllowed: ({ record }) => <LinkingBadge allowed={record.linkAllowed} />,
  },
  actions: [
    {
      key: 'set-password',
      label: m.users_set_password(),
      icon: KeyRound,
      permission: 'users:set-password',
      Dialog: SetPassword,
    },
    {
      key: 'lock',
      label: m.users_lock(),
      icon: Lock,
      permission: 'users:lock',
      when: (record) => record['locked'] !== true,
      Dialog: inWords('lock', {
        label: m.users_lock(),
        danger: true,
        confirm: { title: m.users_lock_title(), text: `{title} ${m.users_lock_text()}` },
        done: m.users_lock_done(),
      }),
    },
    {
      key: 'unlock',
      label: m.users_unlock(),
      icon: LockOpen,
      permission: 'users:unlock',
      when: (record) => record['locked'] === true,
      run: unlockUser,
    },
    {
      key: 'allow-linking',
      label: m.users_allow_linking(),
      icon: Link,
      permission: 'users:allow-linking',
      when: (record) => record['linkAllowed'] === false,
      Dialog: inWords('allow-linking', {
        label: m.users_allow_linking(),
        confirm: {
          title: m.users_allow_linking_title(),
          text: `{title} ${m.users_allow_linking_text()} ${m.users_allow_linking_how({ email: '{email}' })} ${m.users_allow_linking_care()}`,
        },
        done: m.users_allow_linking_done(),
      }),
    },
  ],
};
