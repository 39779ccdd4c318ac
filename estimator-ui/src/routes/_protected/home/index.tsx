// `/home`. Its data is fetched before it is rendered, so that nothing moves later; if that fails, it is rendered
// without.
import { createFileRoute } from '@tanstack/react-router';
import { can, session, type Me } from '@mizan/ui-kit/session';
import { HomePage } from '../../../home/home-page';

const AREA = 'backoffice';

async function listsOf(me: Me) {
  if (!can(me, AREA, 'enter')) return {};
  const { areaListsOf } = await import('@mizan/ui-kit/area-lists');
  return { [AREA]: await areaListsOf(me, AREA).catch(() => []) };
}

/** What waits in the areas of the other app. */
async function waitingOf(me: Me) {
  if (![AREA, 'analytics'].some((area) => can(me, area, 'enter'))) return undefined;
  const { readWaiting } = await import('@mizan/ui-kit/waiting');
  return await readWaiting(me).catch(() => undefined);
}

export const Route = createFileRoute('/_protected/home/')({
  loader: async () => {
    const { me } = session.current();
    const [lists, waiting] = me ? await Promise.all([listsOf(me), waitingOf(me)]) : [{}, undefined];
    return { lists, waiting };
  },
  component: function Home() {
    return <HomePage {...Route.useLoaderData()} />;
  },
});
