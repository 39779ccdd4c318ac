// Requests to join: somebody asks, an administrator lets them in or does not. What is still to be decided comes first.
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';
import { m } from '@mizan/ui-kit/messages';
import type { Column } from '../document/resources.ts';
import { labelOfChoice } from '../fields/value.tsx';
import { userIdOf, UserLink, userPath } from './join-requests/user-link.tsx';
import type { Screens } from './registry.tsx';
import { StateBadge } from './state-badge.tsx';

const AcceptRequest = lazyScreen(() => import('./join-requests/accept-request.tsx'));
const DeclineRequest = lazyScreen(() => import('./join-requests/decline-request.tsx'));

const TONES: Record<string, 'done' | 'open' | 'over'> = { pending: 'open', accepted: 'done', declined: 'over' };

/** Those that the list shows first, in this order. */
const FIRST = ['status', 'firstName', 'lastName', 'email', 'message', 'createdAt'];

function columns(all: Column[]): Column[] {
  const usual = FIRST.flatMap((field) => all.find((column) => column.field === field) ?? []);
  const others = all.filter(({ field }) => !FIRST.includes(field));
  return [
    ...usual.map((column) => ({ ...column, usual: true })),
    ...others.map((column) => ({ ...column, usual: false })),
  ];
}

type Request = Record<string, unknown>;
const status = (record: Request): string => String(record['status'] ?? '');

export const joinRequests: Screens = {
  // Downwards, "pending" comes before "declined" and "accepted", and of each the latest comes first.
  sort: { field: 'status', direction: 'desc' },
  columns,
  values: {
    userId: (record) => userIdOf(record) && <UserLink request={record} />,
    status: (record) => (
      <StateBadge tone={TONES[status(record)] ?? 'over'}>{labelOfChoice(status(record), {})}</StateBadge>
    ),
  },
  get actions() {
    return [
      {
        key: 'accept',
        label: m.join_accept(),
        icon: 'done' as const,
        primary: true,
        permission: 'join-requests:accept',
        // A decision may be reconsidered, for whoever is not in yet.
        when: (record: Request) => status(record) !== 'accepted',
        Dialog: AcceptRequest,
      },
      {
        key: 'decline',
        label: m.join_decline(),
        icon: 'close' as const,
        permission: 'join-requests:decline',
        when: (record: Request) => status(record) === 'pending',
        Dialog: DeclineRequest,
      },
      {
        key: 'user',
        label: m.join_open_user(),
        icon: 'open' as const,
        permission: 'users:read',
        when: (record: Request) => userIdOf(record) !== undefined,
        to: (record: Request) => userPath(record) ?? '',
      },
    ];
  },
};
