// `/home`. What its areas hold is requested before it is drawn, so that nothing moves later; without an answer it is
// drawn all the same.
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
