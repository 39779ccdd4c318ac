// The requests of analytics: the index, a view of the explorer, and its export.
import { authorizedFetch, problemOf } from '@mizan/ui-kit/http';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Operation } from '@mizan/openapi/document';
import type { Answer } from '../charts/answer.ts';
import type { ExportQuery } from '../data/export-query.ts';
import type { Analytics } from '../document/analytics.ts';
import type { RecordsAnswer, ChartAnswer, Overview } from './answers.ts';
import { formatView, type View } from './view.ts';

async function get({ path }: Operation, query: string, signal?: AbortSignal): Promise<Response> {
  const response = await authorizedFetch(path + query, { signal: signal ?? null });
  if (!response.ok) throw await problemOf(response);
  return response;
}

/** Measures change with every save, so they are refetched whenever a screen opens. */
const LIVE = { staleTime: 0, refetchOnMount: 'always', retry: false } as const;

export function useOverview(overview: Operation) {
  return useQuery({
    ...LIVE,
    queryKey: ['analytics', 'overview'],
    queryFn: async ({ signal }) => (await (await get(overview, '', signal)).json()) as Overview,
  });
}

/** `undefined` disables the query. */
export function useRecords({ records }: Analytics, query: string | undefined) {
  return useQuery({
    ...LIVE,
    queryKey: ['analytics', 'records', query],
    enabled: query !== undefined && records !== undefined,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await (await get(records as Operation, query ?? '', signal)).json()) as RecordsAnswer,
  });
}

export async function exportRecords(operation: Operation, records: string, query: ExportQuery): Promise<Blob> {
  return (await get(operation, `${records}&${new URLSearchParams(query)}`)).blob();
}

export function useChart(chart: Operation, name: string, enabled: boolean) {
  return useQuery({
    ...LIVE,
    queryKey: ['analytics', 'chart', name],
    enabled: enabled,
    queryFn: async ({ signal }) => {
      const path = chart.path.replace('{name}', encodeURIComponent(name));
      return (await (await get({ ...chart, path }, '', signal)).json()) as ChartAnswer;
    },
  });
}

export async function fetchAnswer({ explore }: Analytics, query: string, signal?: AbortSignal): Promise<Answer> {
  return (await (await get(explore, query, signal)).json()) as Answer;
}

/** A view and its result. */
export interface Answered {
  view: View;
  answer: Answer;
}

export type AnswerState = ReturnType<typeof useAnswer>;

/** `undefined` disables the query. */
export function useAnswer(analytics: Analytics, view: View | undefined) {
  const query = view && formatView(view, analytics);
  return useQuery({
    ...LIVE,
    queryKey: ['analytics', 'explore', query],
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
    // The result carries its view: the previous one stays visible while the next one loads.
    queryFn: async ({ signal }): Promise<Answered> => ({
      view: view as View,
      answer: await fetchAnswer(analytics, query ?? '', signal),
    }),
  });
}

export async function exportView(
  operation: Operation,
  analytics: Analytics,
  view: View,
  query: ExportQuery,
): Promise<Blob> {
  return (await get(operation, `${formatView(view, analytics)}&${new URLSearchParams(query)}`)).blob();
}
