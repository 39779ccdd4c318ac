// `/home`. Its data is fetched before it is rendered, so that nothing moves later; if that fails, it is rendered
// without.
import { createFileRoute } from '@tanstack/react-router';
import { can, session } from '@mizan/ui-kit/session';
import { HomePage } from '../../../home/home-page';

const AREA = 'backoffice';

export const Route = createFileRoute('/_protected/home/')({
  loader: async () => {
    const { me } = session.current();
    if (!me || !can(me, AREA, 'enter')) return {};
    const { areaListsOf } = await import('@mizan/ui-kit/area-lists');
    return { [AREA]: await areaListsOf(me, AREA).catch(() => []) };
  },
  component: function Home() {
    return <HomePage lists={Route.useLoaderData()} />;
  },
});
