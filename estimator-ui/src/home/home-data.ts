// What home shows of the areas of the other app: their lists, and what waits in them. What cannot be read is left out.
import { can, type Me } from '@mizan/ui-kit/session';
import type { AreaList } from '@mizan/ui-kit/area-lists';
import type { AllWaiting } from '@mizan/ui-kit/waiting';

const AREA = 'backoffice';

export interface HomeData {
  /** By area; an area without known lists is shown without them. */
  lists: Record<string, AreaList[]>;
  waiting: AllWaiting | undefined;
}

export async function readHome(me: Me | null): Promise<HomeData> {
  const [lists, waiting] = me ? await Promise.all([listsOf(me), waitingOf(me)]) : [{}, undefined];
  return { lists, waiting };
}

async function listsOf(me: Me): Promise<HomeData['lists']> {
  if (!can(me, AREA, 'enter')) return {};
  const { areaListsOf } = await import('@mizan/ui-kit/area-lists');
  return { [AREA]: await areaListsOf(me, AREA).catch(() => []) };
}

async function waitingOf(me: Me): Promise<HomeData['waiting']> {
  if (![AREA, 'analytics'].some((area) => can(me, area, 'enter'))) return undefined;
  const [{ readWaiting }, { waiting }] = await Promise.all([
    import('@mizan/ui-kit/waiting'),
    import('../../../src/waiting.ts'),
  ]);
  return await readWaiting(me, waiting).catch(() => undefined);
}
