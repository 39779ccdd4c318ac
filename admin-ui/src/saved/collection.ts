// Saved items with a name, such as filters of a list or views of the explorer: own and shared ones, and their changes.
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
  /** Undefined for kinds that cannot be shown on the index. */
  onIndex?: boolean;
  own: boolean;
  owner: { id: string; name: string };
}

export type SavedInput = Pick<Saved, 'name' | 'description' | 'isDefault' | 'shared' | 'onIndex'>;

/** Texts about a kind of saved item. */
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
  /** The error for a name that another own item has. */
  nameTaken: string;
  saveFailed: string;
  deleteFailed: string;
  deleteTitle: string;
  deleteText: (name: string) => string;
  deleteSharedText: (name: string) => string;
}

/** The endpoint and permissions of a kind of saved item. */
export interface SavedCollection {
  /** The path of the API. */
  address: string;
  /** The query string that selects the items. */
  query: string;
  /** Fields of every new item. */
  fixed: Record<string, unknown>;
  /** The field with the saved state. */
  field: string;
  permission: string;
  key: string[];
  /** Whether an item can be shown on the index. */
  onIndex: boolean;
  /** A function, because texts follow the language. */
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

/** Returns the user's permissions for this kind; only own items can be changed. */
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
  /** Replaces the saved state of an item. */
  replace: (id: string, state: unknown) => Promise<void>;
  /** Returns whether the item still existed. */
  remove: (id: string) => Promise<boolean>;
}

/** Writes, each followed by a refetch of the list: another item may have become the default. */
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
            // Already deleted elsewhere: the request has its effect.
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
