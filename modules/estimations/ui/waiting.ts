// Flags that nobody has looked at, and projects of this week that are behind.
import { dayOf, formatNumber } from '@mizan/ui-kit/formats';
import { api, dataOf } from '@mizan/ui-kit/http';
import { m } from '@mizan/ui-kit/messages';
import type { WaitingEntry } from '@mizan/ui-kit/waiting';
import { readCoverage, type ProjectCoverage } from './coverage.ts';

const OPEN = JSON.stringify({
  operator: 'AND',
  conditions: [{ field: 'looked', operator: 'equals', value: false }],
});

const flags: WaitingEntry = {
  permissions: ['analytics:enter', 'flags:read', 'flags:update', 'filter-definitions:read'],
  order: 4,
  async read() {
    const query = { limit: 1, filters: OPEN };
    const { total } = dataOf(await api.GET('/api/analytics/flags', { params: { query } }));
    if (total === 0) return [];
    const text = m.flags_waiting({ count: total, shown: formatNumber(total) });
    return [{ text, to: `/analytics/flags?filters=${encodeURIComponent(OPEN)}` }];
  },
};

const DAY = 86_400_000;
const DAYS = 7;

/** The share of the week that is over, in whole days: on a Monday nothing is behind. */
export const shareOfWeek = (weekStart: string, today: string): number =>
  Math.min(1, Math.max(0, (Date.parse(today) - Date.parse(weekStart)) / DAY / DAYS));

/**
 * The projects of which fewer units are estimated than the share of the week that is over, which is in whole percent, as
 * it is said.
 */
export const projectsBehind = <Covered extends Pick<ProjectCoverage, 'units' | 'estimated'>>(
  projects: Covered[],
  percent: number,
): Covered[] => projects.filter(({ units, estimated }) => estimated * 100 < percent * units);

const coverage: WaitingEntry = {
  permissions: ['backoffice:enter', 'rotations:read', 'analytics:read'],
  order: 3,
  async read() {
    const week = await readCoverage(true);
    if (!week?.weekStart) return [];
    const due = Math.floor(shareOfWeek(week.weekStart, dayOf(new Date())) * 100);
    const behind = projectsBehind(week.projects, due);
    if (behind.length === 0) return [];
    const text = m.coverage_behind({
      count: behind.length,
      shown: formatNumber(behind.length),
      share: formatNumber(due),
    });
    return [{ text, to: `/backoffice/rotations/${week.id}/show` }];
  },
};

export default [flags, coverage];
