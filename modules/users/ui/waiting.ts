// Join requests that nobody has decided.
import { formatNumber } from '@mizan/ui-kit/formats';
import { api, dataOf } from '@mizan/ui-kit/http';
import { m } from '@mizan/ui-kit/messages';
import type { WaitingEntry } from '@mizan/ui-kit/waiting';

const PENDING = JSON.stringify({
  operator: 'AND',
  conditions: [{ field: 'status', operator: 'equals', value: 'pending' }],
});

const requests: WaitingEntry = {
  permissions: ['backoffice:enter', 'join-requests:read', 'join-requests:accept', 'filter-definitions:read'],
  order: 1,
  async read() {
    const query = { limit: 1, filters: PENDING };
    const { total } = dataOf(await api.GET('/api/backoffice/join-requests', { params: { query } }));
    if (total === 0) return [];
    const text = m.join_waiting({ count: total, shown: formatNumber(total) });
    return [{ text, to: `/backoffice/join-requests?filters=${encodeURIComponent(PENDING)}` }];
  },
};

export default [requests];
