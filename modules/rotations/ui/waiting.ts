// Weeks without a rotation: this one, and the next.
import { dayOf, formatDate } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import type { WaitingEntry } from '@mizan/ui-kit/waiting';
import { mondaysFrom, readWeeks } from './rotations/weeks.ts';

const weeks: WaitingEntry = {
  permissions: ['backoffice:enter', 'rotations:read', 'rotations:create'],
  order: 2,
  async read() {
    const taken = new Set((await readWeeks()).map(({ weekStart }) => weekStart));
    const [now = '', next = ''] = mondaysFrom(dayOf(new Date()), 2);
    const to = '/backoffice/rotations/create';
    return [
      ...(taken.has(now) ? [] : [{ text: m.rotations_waiting_now({ date: formatDate(now) }), to }]),
      ...(taken.has(next) ? [] : [{ text: m.rotations_waiting_next({ date: formatDate(next) }), to }]),
    ];
  },
};

export default [weeks];
