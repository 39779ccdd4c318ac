// The user's own estimates in a project: those of the server with the outbox applied.
import { useMemo } from 'react';
import { skipToken, useQuery, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import { session } from '@mizan/ui-kit/session';
import { revise } from './offline/response-cache';
import { overlaid } from './outbox/overlay';
import { useWaiting } from './outbox/waiting';
import { assessments, COUNTED } from './queries';
import type { Assessment, SavedAssessment, EchoLevel } from './shapes';

type Own = Pick<UseQueryResult<Assessment[]>, 'data' | 'isError' | 'error' | 'refetch'>;

/** The server's estimates with the outbox applied. */
export function useAssessments(projectId: string): Own {
  const { data, isError, error, refetch } = useQuery(assessments(projectId));
  const { ready, rows } = useWaiting();
  const all = useMemo(
    () => (data && ready ? overlaid(data, rows, projectId) : undefined),
    [data, ready, rows, projectId],
  );
  return { data: all, isError, error, refetch };
}

interface Echo {
  rent: number;
  standing: EchoLevel | undefined;
}

const echo = (unitId: string) => ['echo', unitId] as const;

/** How the last saved estimate compares to those of others, after the server has returned it. */
export function useEcho(of: { unitId: string; rent: number } | undefined): EchoLevel | undefined {
  const { data } = useQuery<Echo>({ queryKey: echo(of?.unitId ?? ''), queryFn: skipToken });
  return of && data?.rent === of.rent ? data.standing : undefined;
}

/** Replaces the cached estimate by the saved one, and invalidates the queries that count estimates. */
export async function cacheAssessment(client: QueryClient, { standing, ...saved }: SavedAssessment): Promise<void> {
  client.setQueryData(echo(saved.unitId), { rent: saved.estimatedYearlyRentInAED, standing });
  const { queryKey } = assessments(saved.projectId);
  // A request from before this save does not have it.
  await client.cancelQueries({ queryKey });
  if (!client.getQueryData(queryKey)) void client.invalidateQueries({ queryKey });
  const replace = (known: Assessment[]): Assessment[] => [
    ...known.filter(({ unitId }) => unitId !== saved.unitId),
    saved,
  ];
  client.setQueryData(queryKey, (known) => known && replace(known));
  const person = session.current().me?.user.id;
  if (person !== undefined) await revise(person, queryKey, replace);
  invalidateCounts(client);
}

/** Invalidates the queries that count estimates. */
export function invalidateCounts(client: QueryClient): void {
  for (const counted of COUNTED) void client.invalidateQueries({ queryKey: counted });
}
