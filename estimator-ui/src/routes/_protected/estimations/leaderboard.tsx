// `/estimations/leaderboard`: the period is in the URL; an unknown one is replaced by `all`.
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router';
import { PERIODS, type Period } from '../../../shapes';
import { LeaderboardPage } from '../../../leaderboard/leaderboard-page';
import { leaderboard } from '../../../queries';

export const Route = createFileRoute('/_protected/estimations/leaderboard')({
  validateSearch: ({ period }: { period?: unknown } & SearchSchemaInput): { period: Period } => ({
    period: PERIODS.find((known) => known === period) ?? 'all',
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { allowed, queryClient }, deps: { period } }) => {
    if (allowed) void queryClient.prefetchQuery(leaderboard(period));
  },
  component: function Leaderboard() {
    return <LeaderboardPage period={Route.useSearch().period} />;
  },
});
