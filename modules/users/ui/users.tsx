// Users: with avatar and state, and actions for password and locking instead of Delete.
import { beginView, paths, type ResourceUi } from '@mizan/admin-ui/module';
import { m } from '@mizan/ui-kit/messages';
import { product } from '@mizan/ui-kit/product';
import { session } from '@mizan/ui-kit/session';
import type { Resources } from '@mizan/openapi/resources';
import { Eye, ShieldCheck } from 'lucide-react';
import { Face, LinkingBadge, RoleBadges, StatusBadge } from './users/badges.tsx';
import { SetPassword } from './dialogs-lazy.ts';

const nameOf = (user: Record<string, unknown>): string =>
  [user['firstName'], user['lastName']].filter(Boolean).join(' ') || String(user['email'] ?? '');

export const users: ResourceUi<Resources['users']> = {
  denied: `${paths.area('backoffice')}?error=access-denied`,
  heading: { title: m.users_title(), text: m.users_text() },
  editLabel: m.users_edit(),
  dialogs: {
    create: {
      title: m.users_create(),
      text: m.users_create_text(),
      submit: m.users_create(),
      busy: m.users_creating(),
    },
    edit: { title: m.users_edit(), text: m.users_edit_text(), submit: m.users_update(), busy: m.users_updating() },
  },
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
      key: 'access',
      label: m.users_access(),
      icon: ShieldCheck,
      permission: 'policy:read',
      to: ({ id }) => paths.access(`?${new URLSearchParams({ user: id })}`),
    },
    {
      key: 'view-as',
      label: m.users_view_as(),
      icon: Eye,
      permission: 'users:view-as',
      when: ({ id, locked }) => locked !== true && id !== session.current().me?.user.id,
      run: async (_resource, { id, ...user }) => {
        await beginView({ id, name: nameOf(user) });
        return undefined;
      },
    },
  ],
  // An invitation is a mail.
  verbs: { 'set-password': { Dialog: SetPassword }, ...(!product().mail && { invite: false as const }) },
};
