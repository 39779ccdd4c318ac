// `/estimations`: this week's projects, the last unit, and the user's rank.
import { createFileRoute } from '@tanstack/react-router';
import { IndexPage } from '../../../overview/index-page';
import { begun, leaderboard, week } from '../../../queries';

export const Route = createFileRoute('/_protected/estimations/')({
  loader: ({ context: { allowed, queryClient } }) => {
    if (!allowed) return;
    void queryClient.prefetchQuery(week());
    void queryClient.prefetchQuery(begun());
    void queryClient.prefetchQuery(leaderboard('week'));
  },
  component: IndexPage,
});
