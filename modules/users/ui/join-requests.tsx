// Join requests: an administrator accepts or declines them. Pending ones come first.
import { labelOfChoice, StateBadge, type ResourceUi } from '@mizan/admin-ui/module';
import { m } from '@mizan/ui-kit/messages';
import type { Resources } from '@mizan/openapi/resources';
import { SquareArrowOutUpRight } from 'lucide-react';
import { userIdOf, UserLink, userPath } from './join-requests/user-link.tsx';
import { AcceptRequest } from './dialogs-lazy.ts';

const TONES: Record<string, 'done' | 'open' | 'over'> = { pending: 'open', accepted: 'done', declined: 'over' };

export const joinRequests: ResourceUi<Resources['join-requests']> = {
  // In descending order "pending" comes before "declined" and "accepted", each with the latest first.
  sort: { field: 'status', direction: 'desc' },
  columns: { shown: ['status', 'firstName', 'lastName', 'email', 'message', 'createdAt'] },
  cells: {
    userId: ({ record }) => userIdOf(record) && <UserLink request={record} />,
    status: ({ record: { status } }) => (
      <StateBadge tone={TONES[status] ?? 'over'}>{labelOfChoice(status, {})}</StateBadge>
    ),
  },
  verbs: { accept: { Dialog: AcceptRequest } },
  actions: [
    {
      key: 'user',
      label: m.join_open_user(),
      icon: SquareArrowOutUpRight,
      permission: 'users:read',
      when: (record) => userIdOf(record) !== undefined,
      to: (record) => userPath(record) ?? '',
    },
  ],
};
