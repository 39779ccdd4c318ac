// Filters that were saved: one's own and those that others share, per resource, and what may be done with them.
import { authorizedFetch, problemOf } from '@mizan/ui-kit/http';
import { can, useSession } from '@mizan/ui-kit/session';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Resource } from '../document/resources.ts';
import type { FilterGroup } from '../filters/filter-group.ts';
import { api } from '../paths.ts';
import { keyed } from './data-provider.ts';

export interface SavedFilter {
  id: string;
  resource: string;
  name: string;
  description: string | null;
  icon: string | null;
  filterState: FilterGroup;
  isDefault: boolean;
  shared: boolean;
  own: boolean;
  owner: { id: string; name: string };
}

export type SavedFilterInput = Pick<SavedFilter, 'name' | 'description' | 'filterState' | 'isDefault' | 'shared'>;

async function call(
  path: string,
  method = 'GET',
  body?: unknown,
  { signal, key }: { signal?: AbortSignal; key?: string } = {},
): Promise<Response> {
  const response = await authorizedFetch(path, {
    method,
    signal: signal ?? null,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', ...keyed(key) } }),
  });
  if (!response.ok) throw await problemOf(response);
  return response;
}

const one = (id: string): string => `${api.savedFilters}/${encodeURIComponent(id)}`;

/** What the visitor may do with saved filters at all; only one's own can be changed. */
export function useMaySaved(): (action: 'read' | 'create' | 'update' | 'delete') => boolean {
  const { me } = useSession();
  return useCallback((action) => can(me, 'saved-filters', action), [me]);
}

const key = (resource: Resource) => [resource.name, 'saved-filters'];

export function useSavedFilters(resource: Resource, wanted: boolean) {
  return useQuery({
    queryKey: key(resource),
    enabled: wanted,
    retry: false,
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ resource: resource.name });
      return (await (await call(`${api.savedFilters}?${query}`, 'GET', undefined, { signal })).json()) as SavedFilter[];
    },
  });
}

export interface SavedFilterChanges {
  create: (input: SavedFilterInput, key: string) => Promise<SavedFilter>;
  update: (id: string, change: Partial<SavedFilterInput>) => Promise<SavedFilter>;
  remove: (id: string) => Promise<void>;
}

/** Writes, each followed by reading the list again: another may have become the default. */
export function useSavedFilterChanges(resource: Resource): SavedFilterChanges {
  const client = useQueryClient();
  return useMemo(() => {
    const again = () => client.invalidateQueries({ queryKey: key(resource) });
    return {
      async create(input, once) {
        const made = (await (
          await call(api.savedFilters, 'POST', { resource: resource.name, ...input }, { key: once })
        ).json()) as SavedFilter;
        await again();
        return made;
      },
      async update(id, change) {
        const changed = (await (await call(one(id), 'PATCH', change)).json()) as SavedFilter;
        await again();
        return changed;
      },
      async remove(id) {
        await call(one(id), 'DELETE');
        await again();
      },
    };
  }, [client, resource]);
}
