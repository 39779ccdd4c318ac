// `/home`. Its data is fetched before it is rendered, so that nothing moves later; if that fails, it is rendered
// without.
import { createFileRoute } from '@tanstack/react-router';
import { session } from '@mizan/ui-kit/session';
import { HomePage } from '../../../home/home-page';

export const Route = createFileRoute('/_protected/home/')({
  loader: async () => {
    const { me } = session.current();
    const { readHome } = await import('../../../home/home-data');
    return readHome(me);
  },
  component: function Home() {
    return <HomePage {...Route.useLoaderData()} />;
  },
});
