// What people keep under a name: filters of a list, views of the explorer. One's own and those that others share, and
// what may be done with them.
import { authorizedFetch, problemOf } from '@mizan/ui-kit/http';
import { can, useSession } from '@mizan/ui-kit/session';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { keyed } from '../data/data-provider.ts';
import { isStatus } from '../data/problems.ts';

export interface Saved {
  id: string;
  name: string;
  description: string | null;
  isDefault: boolean;
  shared: boolean;
  /** Only where there is an index to be on. */
  onIndex?: boolean;
  own: boolean;
  owner: { id: string; name: string };
}

export type SavedInput = Pick<Saved, 'name' | 'description' | 'isDefault' | 'shared' | 'onIndex'>;

/** How things of a kind are spoken of. */
export interface CollectionTexts {
  title: string;
  noneText: string;
  loading: string;
  failed: string;
  saveCurrent: string;
  update: string;
  newTitle: string;
  editTitle: string;
  asDefault: string;
  asDefaultHint: string;
  shareHint: string;
  created: (name: string) => string;
  /** What one's own are not to share: a name. */
  nameTaken: string;
  saveFailed: string;
  deleteFailed: string;
  deleteTitle: string;
  deleteText: string;
  deleteSharedText: string;
}

/** Where things of one kind are kept. */
export interface SavedCollection {
  /** The calls. */
  address: string;
  /** Which of them are meant, as a query string. */
  query: string;
  /** What each is made with. */
  fixed: Record<string, unknown>;
  /** The field that holds the thing itself. */
  field: string;
  permission: string;
  key: string[];
  /** Whether one may be put on the index. */
  onIndex: boolean;
  /** Read when a text is shown: they follow the language. */
  texts: () => CollectionTexts;
}

async function request(
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

/** What the visitor may do with things of this kind at all; only one's own can be changed. */
export function useMaySaved(permission: string): (action: 'read' | 'create' | 'update' | 'delete') => boolean {
  const { me } = useSession();
  return useCallback((action) => can(me, permission, action), [me, permission]);
}

export function useSaved<One extends Saved>({ address, query, key }: SavedCollection, enabled: boolean) {
  return useQuery({
    queryKey: key,
    enabled: enabled,
    retry: false,
    queryFn: async ({ signal }) =>
      (await (await request(address + query, 'GET', undefined, { signal })).json()) as One[],
  });
}

export interface SavedChanges {
  create: (input: SavedInput, state: unknown, key: string) => Promise<Saved>;
  update: (id: string, change: Partial<SavedInput>) => Promise<void>;
  /** Puts something else under the same name. */
  replace: (id: string, state: unknown) => Promise<void>;
  /** Gives back whether it was still there. */
  remove: (id: string) => Promise<boolean>;
}

/** Writes, each followed by reading the list again: another may have become the default. */
export function useSavedChanges({ address, fixed, field, key }: SavedCollection): SavedChanges {
  const client = useQueryClient();
  return useMemo(() => {
    const one = (id: string): string => `${address}/${encodeURIComponent(id)}`;
    const refetch = () => client.invalidateQueries({ queryKey: key });
    const change = async (id: string, patch: object): Promise<void> => {
      await request(one(id), 'PATCH', patch);
      await refetch();
    };
    return {
      async create(input, state, idempotencyKey) {
        const body = { ...fixed, ...input, [field]: state };
        const created = (await (await request(address, 'POST', body, { key: idempotencyKey })).json()) as Saved;
        await refetch();
        return created;
      },
      update: change,
      replace: (id, state) => change(id, { [field]: state }),
      async remove(id) {
        const there = await request(one(id), 'DELETE').then(
          () => true,
          (error: unknown) => {
            // Deleted elsewhere in the meantime: what was wanted is so.
            if (isStatus(error, 404)) return false;
            throw error;
          },
        );
        await refetch();
        return there;
      },
    };
  }, [client, address, fixed, field, key]);
}
