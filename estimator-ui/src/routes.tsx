// The routes of the estimators' area, for users who may enter it. Others get Page Not Found, and nothing is fetched.
import type { QueryClient } from '@tanstack/react-query';
import { createRoute, lazyRouteComponent, Outlet, type SearchSchemaInput } from '@tanstack/react-router';
import { cardsOf, protectedRoute, WrongAddress } from '@mizan/shell/routes';
import { permits, session } from '@mizan/ui-kit/session';
import { paths, PERMISSION } from './paths';
import { assessments, begun, leaderboard, project, projectList, week } from './queries';
import { FILTERS, PERIODS, type Filter, type Period } from './shapes';

declare module '@mizan/shell/area' {
  interface ShellContext {
    queryClient: QueryClient;
  }
}

const areaRoute = createRoute({
  getParentRoute: () => protectedRoute,
  path: paths.estimations,
  beforeLoad: () => ({ allowed: permits(session.current().me, PERMISSION) }),
  loader: ({ context }) => (context.allowed ? [] : cardsOf({ context })),
  component: function Estimations() {
    return areaRoute.useRouteContext().allowed ? <Outlet /> : <WrongAddress />;
  },
});

/** `/estimations`: this week's projects, the last unit, and the user's rank. */
const indexRoute = createRoute({
  getParentRoute: () => areaRoute,
  path: '/',
  loader: ({ context: { allowed, queryClient } }) => {
    if (!allowed) return;
    void queryClient.prefetchQuery(week());
    void queryClient.prefetchQuery(begun());
    void queryClient.prefetchQuery(leaderboard('week'));
  },
  component: lazyRouteComponent(() => import('./overview/index-page'), 'IndexPage'),
});

/** `/estimations/leaderboard`: the period is in the URL; an unknown one is replaced by `all`. */
const leaderboardRoute = createRoute({
  getParentRoute: () => areaRoute,
  path: 'leaderboard',
  validateSearch: ({ period }: { period?: unknown } & SearchSchemaInput): { period: Period } => ({
    period: PERIODS.find((known) => known === period) ?? 'all',
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { allowed, queryClient }, deps: { period } }) => {
    if (allowed) void queryClient.prefetchQuery(leaderboard(period));
  },
  component: lazyRouteComponent(() => import('./leaderboard/leaderboard-page'), 'LeaderboardPage'),
});

interface ProjectsSearch {
  filter: Filter;
  search?: string;
}

/** `/estimations/assessments`: filter and search are in the URL; an unknown filter is replaced by `all`. */
const projectsRoute = createRoute({
  getParentRoute: () => areaRoute,
  path: 'assessments',
  validateSearch: ({ filter, search }: { filter?: unknown; search?: unknown } & SearchSchemaInput): ProjectsSearch => ({
    filter: FILTERS.find((known) => known === filter) ?? 'all',
    // The router parses a text of digits as a number.
    ...(typeof search === 'string' || typeof search === 'number' ? { search: String(search) } : {}),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { allowed, queryClient }, deps: { filter, search = '' } }) => {
    if (allowed) void queryClient.prefetchInfiniteQuery(projectList(filter, search));
  },
  component: lazyRouteComponent(() => import('./projects/projects-page'), 'ProjectsPage'),
});

/** Fetches what the screens of a project show. */
function loadProject({ allowed, queryClient }: { allowed: boolean; queryClient: QueryClient }, id: string): void {
  if (!allowed) return;
  void queryClient.prefetchQuery(project(id));
  void queryClient.prefetchQuery(assessments(id));
}

/** `/estimations/assessments/{projectId}`: the project's units with the user's estimates. */
const projectRoute = createRoute({
  getParentRoute: () => areaRoute,
  path: 'assessments/$projectId',
  loader: ({ context, params }) => loadProject(context, params.projectId),
  component: lazyRouteComponent(() => import('./project/project-page'), 'ProjectPage'),
});

/** `/estimations/assessments/{projectId}/{unitId}`: the assessment of one unit. */
const unitRoute = createRoute({
  getParentRoute: () => areaRoute,
  path: 'assessments/$projectId/$unitId',
  loader: ({ context, params }) => loadProject(context, params.projectId),
  component: lazyRouteComponent(() => import('./assessment/assessment-page'), 'AssessmentPage'),
});

/** Page Not Found below `/estimations`. */
const otherRoute = createRoute({
  getParentRoute: () => areaRoute,
  path: '$',
  loader: cardsOf,
  component: WrongAddress,
});

export const estimations = areaRoute.addChildren([
  indexRoute,
  leaderboardRoute,
  projectsRoute,
  projectRoute,
  unitRoute,
  otherRoute,
]);
