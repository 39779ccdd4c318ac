// What has been asked for is kept under these keys, and counts as fresh for five minutes. The caller's own estimates stand in
// own-assessments.ts.
import { infiniteQueryOptions, QueryClient, queryOptions } from '@tanstack/react-query';
import { isPassing, leaderboardOf, projectsOf, projectWithUnits, weeklySelection } from './api';
import type { Filter, Period, Project, WeeklySelection } from './shapes';
import { nextProject } from './assess/flow';

const FRESH = 5 * 60_000;
const PAGE = 20;
const LONGEST_PAGE = 100;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH,
        // Being offline is told, and ends by itself when the network is back; it is not waited out in silence.
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && isPassing(error),
        retryDelay: 300,
        // A screen is asked for before it is drawn: what was refused then is shown, not asked for once more.
        retryOnMount: false,
      },
    },
  });
}

/** What counts estimates: asked for anew after one is saved. */
export const COUNTED = [['projects'], ['leaderboard']] as const;

const KEYS = { projects: COUNTED[0], project: ['project'], leaderboard: COUNTED[1] } as const;

export const projectList = (filter: Filter, search: string) =>
  infiniteQueryOptions({
    queryKey: [...KEYS.projects, 'list', filter, search],
    queryFn: ({ pageParam }) => projectsOf({ filter, page: pageParam, limit: PAGE, ...(search ? { search } : {}) }),
    initialPageParam: 1,
    getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
  });

export interface Week {
  /** Null in a week that has no rotation, or one without projects. */
  rotation: WeeklySelection | null;
  /** Its projects, in the rotation's order. */
  projects: Project[];
}

/** This week's rotation and how far the visitor is in it. */
export const week = () =>
  queryOptions({
    queryKey: [...KEYS.projects, 'week'],
    queryFn: async (): Promise<Week> => {
      const { items } = await projectsOf({ filter: 'this-week', limit: LONGEST_PAGE });
      // Without projects there is nothing more to learn, and asking would be answered with an error.
      const rotation = items.length > 0 ? await weeklySelection() : null;
      const place = new Map(rotation?.projectIds.map((id, index) => [id, index]));
      return {
        rotation,
        projects: items.toSorted((one, other) => (place.get(one._id) ?? 0) - (place.get(other._id) ?? 0)),
      };
    },
  });

/** The projects that the visitor has begun and not completed. */
export const begun = () =>
  queryOptions({
    queryKey: [...KEYS.projects, 'begun'],
    queryFn: async () => (await projectsOf({ filter: 'in-progress', limit: LONGEST_PAGE })).items,
  });

/** The project to go on with after this one: this week's first, then any; null when every other one is completed. */
export const projectAfter = (left: string) =>
  queryOptions({
    queryKey: [...KEYS.projects, 'after', left],
    queryFn: async ({ client }): Promise<Project | null> => {
      const { projects } = await client.fetchQuery(week());
      let found = nextProject(projects, left);
      for (let page = 1, pages = 1; !found && page <= pages; page += 1) {
        // One after the other: as a rule the first page has it.
        // oxlint-disable-next-line no-await-in-loop
        const answer = await projectsOf({ filter: 'all', page, limit: LONGEST_PAGE });
        pages = answer.totalPages;
        found = nextProject(answer.items, left);
      }
      return found ?? null;
    },
  });

export const project = (id: string) =>
  queryOptions({ queryKey: [...KEYS.project, id], queryFn: () => projectWithUnits(id) });

/** The open week is scored live: each look is a new one, and shows what was known until it is there. */
export const leaderboard = (period: Period) =>
  queryOptions({ queryKey: [...KEYS.leaderboard, period], queryFn: () => leaderboardOf(period), staleTime: 0 });
