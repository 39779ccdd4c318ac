// What waits for a user, one line for each module that has any. Both front ends read it.
import type { WaitingSource } from '@mizan/ui-kit/waiting';

export const waiting: WaitingSource[] = [
  () => import('../modules/users/ui/waiting.ts'),
  () => import('../modules/rotations/ui/waiting.ts'),
  () => import('../modules/estimations/ui/waiting.ts'),
];
