// The requests of change sets: lists and rows, and what becomes of a set.
import { authorizedFetch, problemOf } from '@mizan/ui-kit/http';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ChangeSet, RowAction, SetRow, SetState } from '../data/change-sets.ts';
import type { Values } from '../data/changes.ts';
import { keyed } from '../data/data-provider.ts';
import { writeFilters } from '../data/filter-group.ts';
import { api } from '../paths.ts';

interface Page<Item> {
  items: Item[];
  total: number;
  totalPages: number;
}

const KEY = 'change-sets';
/** Other users change sets, too. */
const ALWAYS = { staleTime: 0, refetchOnMount: 'always', retry: false } as const;

async function send(path: string, init: RequestInit): Promise<Response> {
  const response = await authorizedFetch(path, init);
  if (!response.ok) throw await problemOf(response);
  return response;
}

const read = async <Answer>(path: string, signal: AbortSignal): Promise<Answer> =>
  (await (await send(path, { signal })).json()) as Answer;

export interface SetsQuery {
  page: number;
  perPage: number;
  state: SetState | undefined;
  resource: string | undefined;
}

/** The sets that the user may see, the newest first. */
export function useSets({ page, perPage, state, resource }: SetsQuery) {
  const query = new URLSearchParams({ page: String(page), limit: String(perPage) });
  const conditions = Object.entries({ state, resource }).flatMap(([field, value]) =>
    value === undefined ? [] : [{ field, operator: 'equals' as const, value }],
  );
  if (conditions.length > 0) query.set('filters', writeFilters({ operator: 'AND', conditions }));
  return useQuery({
    queryKey: [KEY, 'list', String(query)],
    queryFn: ({ signal }) => read<Page<ChangeSet>>(`${api.changeSets}?${query}`, signal),
    placeholderData: keepPreviousData,
    ...ALWAYS,
  });
}

export const useSet = (id: string) =>
  useQuery({
    queryKey: [KEY, 'one', id],
    queryFn: ({ signal }) => read<ChangeSet>(api.changeSet(id), signal),
    ...ALWAYS,
  });

export const ACTIONS = ['create', 'update', 'delete', 'unchanged'] as const satisfies RowAction[];
/** What has become of the rows of a set that was undone. */
export const OUTCOMES = ['reversed', 'kept', 'refused'] as const satisfies SetRow['state'][];
export const SHOWN = ['all', 'errors', ...ACTIONS, ...OUTCOMES] as const;
/** Which rows are shown. */
export type Shown = (typeof SHOWN)[number];

const isAction = (shown: Shown): boolean => (ACTIONS as readonly string[]).includes(shown);

/** The parameters that select rows. Those with errors are counted as such alone, and so they are listed. */
export function rowsQuery(shown: Shown, page: number, perPage: number): URLSearchParams {
  const query = new URLSearchParams({ page: String(page), limit: String(perPage) });
  if (shown === 'errors') query.set('errors', 'true');
  else if (isAction(shown)) {
    query.set('action', shown);
    query.set('errors', 'false');
  } else if (shown !== 'all') query.set('state', shown);
  return query;
}

export function useRows(id: string, shown: Shown, page: number, perPage: number) {
  const query = rowsQuery(shown, page, perPage);
  return useQuery({
    queryKey: [KEY, 'rows', id, String(query)],
    queryFn: ({ signal }) => read<Page<SetRow>>(api.changeSet(id, `/rows?${query}`), signal),
    placeholderData: keepPreviousData,
    ...ALWAYS,
  });
}

const post = async (path: string, key: string): Promise<ChangeSet> =>
  (await (await send(path, { method: 'POST', headers: keyed(key) })).json()) as ChangeSet;

/** Applies all changes or none. `replan` works them out anew before. */
export const applySet = (id: string, replan: boolean, key: string): Promise<ChangeSet> =>
  post(api.changeSet(id, `/apply${replan ? '?replan=true' : ''}`), key);

/** Undoes all changes or none. `skipChanged` leaves the records as they are that were changed since. */
export const undoSet = (id: string, skipChanged: boolean, key: string): Promise<ChangeSet> =>
  post(api.changeSet(id, `/undo${skipChanged ? '?skipChanged=true' : ''}`), key);

export async function discardSet(id: string): Promise<void> {
  await send(api.changeSet(id), { method: 'DELETE' });
}

/** Corrects fields of a row, which is planned again. */
export async function correctRow(id: string, row: number, after: Values): Promise<SetRow> {
  const response = await send(api.changeSet(id, `/rows/${String(row)}`), {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ after }),
  });
  return (await response.json()) as SetRow;
}

export async function leaveOutRow(id: string, row: number): Promise<void> {
  await send(api.changeSet(id, `/rows/${String(row)}`), { method: 'DELETE' });
}
