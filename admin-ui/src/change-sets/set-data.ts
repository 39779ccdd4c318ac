// The requests of change sets: lists and rows, and what becomes of a set.
import { authorizedFetch, problemOf } from '@mizan/ui-kit/http';
import { useQuery } from '@tanstack/react-query';
import { readJson, useAnswerPage } from '../data/answer-page.ts';
import type { ChangeSet, RowAction, SetRow } from '../data/change-sets.ts';
import type { Values } from '../data/changes.ts';
import { keyed } from '../data/data-provider.ts';
import { writeFilters } from '../data/filter-group.ts';
import { sendLong, type Job } from '../data/jobs.ts';
import type { PageQuery } from '../list/use-page.ts';
import { api } from '../paths.ts';

const KEY = 'change-sets';
/** Other users change sets, too. */
const ALWAYS = { staleTime: 0, refetchOnMount: 'always', retry: false } as const;

async function send(path: string, init: RequestInit): Promise<Response> {
  const response = await authorizedFetch(path, init);
  if (!response.ok) throw await problemOf(response);
  return response;
}

export interface SetCondition {
  field: 'state' | 'resource' | 'by';
  operator: 'equals' | 'not_equals' | 'in';
  value: string | string[];
}

/** The sets that the user may see and that fulfil all conditions, the newest first. */
export const useSetsWhere = (conditions: SetCondition[], { page, perPage }: PageQuery, enabled = true) =>
  useAnswerPage<ChangeSet>([KEY, 'list'], api.changeSets, {
    page,
    perPage,
    more: conditions.length > 0 ? { filters: writeFilters({ operator: 'AND', conditions }) } : {},
    enabled,
  });

export const useSet = (id: string) =>
  useQuery({
    queryKey: [KEY, 'one', id],
    queryFn: ({ signal }) => readJson<ChangeSet>(api.changeSet(id), signal),
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
export function rowsQuery(shown: Shown): Record<string, string> {
  if (shown === 'errors') return { errors: 'true' };
  if (isAction(shown)) return { action: shown, errors: 'false' };
  return shown === 'all' ? {} : { state: shown };
}

export const useRows = (id: string, shown: Shown, page: number, perPage: number) =>
  useAnswerPage<SetRow>([KEY, 'rows', id], api.changeSet(id, '/rows'), { page, perPage, more: rowsQuery(shown) });

type OnStep = (job: Job) => void;

const post = (path: string, key: string, onStep: OnStep): Promise<ChangeSet> =>
  sendLong<ChangeSet>(path, { method: 'POST', headers: keyed(key) }, onStep);

/** Applies all changes or none. `replan` works them out anew before. */
export const applySet = (id: string, replan: boolean, key: string, onStep: OnStep): Promise<ChangeSet> =>
  post(api.changeSet(id, `/apply${replan ? '?replan=true' : ''}`), key, onStep);

/** Undoes all changes or none. `skipChanged` leaves the records as they are that were changed since. */
export const undoSet = (id: string, skipChanged: boolean, key: string, onStep: OnStep): Promise<ChangeSet> =>
  post(api.changeSet(id, `/undo${skipChanged ? '?skipChanged=true' : ''}`), key, onStep);

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
