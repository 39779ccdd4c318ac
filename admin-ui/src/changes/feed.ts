// Addresses of the feed of changes, filtered.
import { writeFilters, type FilterGroup } from '../data/filter-group.ts';
import { paths } from '../paths.ts';

export const ofResource = (resource: string): FilterGroup => ({
  operator: 'AND',
  conditions: [{ field: 'resource', operator: 'equals', value: resource }],
});

const feedOf = (filters: FilterGroup): string => paths.changes(`?filters=${encodeURIComponent(writeFilters(filters))}`);

/** The feed of one resource. */
export const feedOfResource = (resource: string): string => feedOf(ofResource(resource));

/** Each record of a resource that a request changed. */
export const feedOfRequest = (requestId: string, resource: string): string =>
  feedOf({
    operator: 'AND',
    conditions: [{ field: 'requestId', operator: 'equals', value: requestId }, ...ofResource(resource).conditions],
  });
