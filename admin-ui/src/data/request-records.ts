// The records that one request changed.
import { authorizedFetch, problemOf } from '@mizan/ui-kit/http';
import { api } from '../paths.ts';
import { writeFilters } from './filter-group.ts';

/** How many records a request changed, of those that the user may read the history of. */
export async function countRecords(requestId: string, signal: AbortSignal): Promise<number> {
  const filters = writeFilters({
    operator: 'AND',
    conditions: [{ field: 'requestId', operator: 'equals', value: requestId }],
  });
  const response = await authorizedFetch(`${api.changes}?${new URLSearchParams({ limit: '1', filters })}`, { signal });
  if (!response.ok) throw await problemOf(response);
  return ((await response.json()) as { total: number }).total;
}
