// The queries of this app. Data is fresh for five minutes. Responses are also cached on the device and used while the
// server is unreachable. Updates after a save are in own-assessments.ts.
import { infiniteQueryOptions, QueryClient, queryOptions } from '@tanstack/react-query';
import { isOutOfReach, session } from '@mizan/ui-kit/session';
import { assessmentsOf, isPassing, leaderboardOf, projectsOf, projectWithUnits, weeklySelection } from './api';
import type { Filter, Period, Project, WeeklySelection } from './shapes';
import { nextProject } from './assess/flow';
import { withCache } from './offline/response-cache';
import { overlaid } from './outbox/overlay';
import { waiting } from './outbox/waiting';
import type { ListPage } from './offline/on-phone';

const FRESH = 5 * 60_000;
const PAGE = 20;
const LONGEST_PAGE = 100;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH,
        // Requests run offline too, so that the failure is shown; the session retries when the network is back.
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && isPassing(error),
        retryDelay: 300,
        // Loaders fetch before the screen renders: their error is shown, not retried on mount.
        retryOnMount: false,
      },
    },
  });
}

/** Keys of the queries that count estimates: invalidated after a save. */
export const COUNTED = [['projects'], ['leaderboard']] as const;

const KEYS = { projects: COUNTED[0], project: ['project'], leaderboard: COUNTED[1] } as const;

/** Loads through the response cache of the signed-in user. */
function orCached<T>(key: readonly unknown[], load: () => Promise<T>): Promise<T> {
  const person = session.current().me?.user.id;
  return person ? withCache(person, key, load) : load();
}

/** The offline substitute of the server. Loaded early, because it must be available without a network. */
const phone = () => import('./offline/on-phone');

/** While offline, the user's own estimates are counted on the device. */
async function asOnPhone(client: QueryClient, projects: Project[]): Promise<Project[]> {
  if (!session.current().offline) return projects;
  const { counted, isOnPhone } = await phone();
  return counted(projects, async (projectId) => {
    const own = assessments(projectId);
    const known =
      client.getQueryData(own.queryKey) ??
      ((await isOnPhone(own.queryKey))
        ? await client.fetchQuery({ ...own, retry: false }).catch(() => undefined)
        : undefined);
    return known && overlaid(known, waiting().rows, projectId);
  });
}

export const projectList = (filter: Filter, search: string) =>
  infiniteQueryOptions({
    queryKey: [...KEYS.projects, 'list', filter, search],
    queryFn: async ({ client, pageParam, queryKey }): Promise<ListPage> => {
      const params = { filter, page: pageParam, limit: PAGE, ...(search ? { search } : {}) };
      try {
        const page = await orCached([...queryKey, pageParam], () => projectsOf(params));
        return { ...page, items: await asOnPhone(client, page.items) };
      } catch (error) {
        if (!isOutOfReach(error) || pageParam > 1) throw error;
        const { projects } = await client.fetchQuery({ ...week(), retry: false });
        const { listOf } = await phone();
        return listOf(await asOnPhone(client, projects), filter, search);
      }
    },
    initialPageParam: 1,
    getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
  });

export interface Week {
  /** Null in a week that has no rotation, or one without projects. */
  rotation: WeeklySelection | null;
  /** Its projects, in the rotation's order. */
  projects: Project[];
}

async function loadWeek(): Promise<Week> {
  const { items } = await projectsOf({ filter: 'this-week', limit: LONGEST_PAGE });
  // Without projects there is no rotation, and the request would return an error.
  const rotation = items.length > 0 ? await weeklySelection() : null;
  const order = new Map(rotation?.projectIds.map((id, index) => [id, index]));
  return {
    rotation,
    projects: items.toSorted((one, other) => (order.get(one._id) ?? 0) - (order.get(other._id) ?? 0)),
  };
}

/** This week's rotation, and the user's progress in it. */
export const week = () =>
  queryOptions({
    queryKey: [...KEYS.projects, 'week'],
    queryFn: async ({ client, queryKey }): Promise<Week> => {
      const { rotation, projects } = await orCached(queryKey, loadWeek);
      return { rotation, projects: await asOnPhone(client, projects) };
    },
  });

/** The projects that the user has begun and not completed. */
export const begun = () =>
  queryOptions({
    queryKey: [...KEYS.projects, 'begun'],
    queryFn: async ({ client, queryKey }) => {
      try {
        const { items } = await orCached(queryKey, () => projectsOf({ filter: 'in-progress', limit: LONGEST_PAGE }));
        if (!session.current().offline) return items;
        const { isBegun } = await phone();
        return (await asOnPhone(client, items)).filter(isBegun);
      } catch (error) {
        if (!isOutOfReach(error)) throw error;
        const { projects } = await client.fetchQuery({ ...week(), retry: false });
        const { isBegun } = await phone();
        return projects.filter(isBegun);
      }
    },
  });

/** The first project to continue with; offline, one that is cached on this phone. */
async function firstToGoOnWith(projects: Project[], left: string): Promise<Project | undefined> {
  if (!session.current().offline) return nextProject(projects, left);
  const { isOnPhone } = await phone();
  const here = await Promise.all(projects.map(({ _id }) => isOnPhone(project(_id).queryKey)));
  return nextProject(
    projects.filter((_, index) => here[index]),
    left,
  );
}

/** The project to continue with after this one: this week's first, then any; null when all others are completed. */
export const projectAfter = (left: string) =>
  queryOptions({
    queryKey: [...KEYS.projects, 'after', left],
    queryFn: async ({ client }): Promise<Project | null> => {
      const { projects } = await client.fetchQuery(week());
      let found = await firstToGoOnWith(projects, left);
      try {
        for (let page = 1, pages = 1; !found && page <= pages; page += 1) {
          // Page by page: usually the first one has it.
          // oxlint-disable-next-line no-await-in-loop
          const answer = await orCached([...KEYS.projects, 'every', page], () =>
            projectsOf({ filter: 'all', page, limit: LONGEST_PAGE }),
          );
          pages = answer.totalPages;
          // oxlint-disable-next-line no-await-in-loop
          found = await firstToGoOnWith(await asOnPhone(client, answer.items), left);
        }
      } catch (error) {
        if (!isOutOfReach(error) || !session.current().offline) throw error;
      }
      return found ?? null;
    },
  });

export const project = (id: string) =>
  queryOptions({
    queryKey: [...KEYS.project, id],
    queryFn: ({ queryKey }) => orCached(queryKey, () => projectWithUnits(id)),
  });

export const assessments = (projectId: string) =>
  queryOptions({
    queryKey: ['assessments', projectId],
    queryFn: ({ queryKey }) => orCached(queryKey, () => assessmentsOf(projectId)),
  });

/** The open week is scored live, so it is refetched on each visit; cached data is shown meanwhile. */
export const leaderboard = (period: Period) =>
  queryOptions({
    queryKey: [...KEYS.leaderboard, period],
    queryFn: ({ queryKey }) => orCached(queryKey, () => leaderboardOf(period)),
    staleTime: 0,
  });
