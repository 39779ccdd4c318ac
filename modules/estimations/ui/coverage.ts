// The coverage of this week's rotation, fetched project by project.
import { api, dataOf } from '@mizan/ui-kit/http';
import { useQuery } from '@tanstack/react-query';

export interface ProjectCoverage {
  id: string;
  name: string;
  units: number;
  /** The number of units with an estimate. */
  estimated: number;
}

export interface WeekCoverage {
  id: string;
  name: string;
  /** Its Monday. */
  weekStart: string | null;
  projects: ProjectCoverage[];
}

/**
 * Null when there is no rotation. `mayRead` is whether the user may read estimates; without it there are no projects.
 */
export async function readCoverage(mayRead: boolean): Promise<WeekCoverage | null> {
  const selection = await api.GET('/api/projects/weekly-selection');
  if (selection.response.status === 404) return null;
  const { _id: id, name, weekStart = null, projectIds } = dataOf(selection);
  if (!mayRead || projectIds.length === 0) return { id, name, weekStart, projects: [] };
  const inWeek = { operator: 'AND', conditions: [{ field: 'project', operator: 'in', value: projectIds }] };
  const query = {
    dataset: 'units',
    measures: ['coverage'],
    rows: 'project',
    filters: JSON.stringify(inWeek),
  } as const;
  const { rows } = dataOf(
    await api.GET('/api/analytics/explore', { params: { query: { ...query, measures: ['coverage'] } } }),
  );
  const projects = rows.flatMap(({ row, values }) => {
    const { value, n = 0 } = values['coverage'] ?? {};
    return !row.key ? [] : [{ id: row.key, name: row.label, units: n, estimated: Math.round((value ?? 0) * n) }];
  });
  return { id, name, weekStart, projects: projects.toSorted((one, other) => share(one) - share(other)) };
}

/** Between 0 and 1; 1 for a project without units. */
export const share = ({ units, estimated }: Pick<ProjectCoverage, 'units' | 'estimated'>): number =>
  units > 0 ? estimated / units : 1;

export function useWeekCoverage(mayRead: boolean) {
  return useQuery({
    // Under the key of the analytics queries, so that it becomes stale with them.
    queryKey: ['analytics', 'week-coverage', mayRead],
    queryFn: () => readCoverage(mayRead),
    staleTime: 60_000,
    retry: false,
  });
}
