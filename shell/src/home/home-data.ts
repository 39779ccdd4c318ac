// What home shows of the areas: their lists, what waits in them, and their own parts. What cannot be read is left out.
import { can, permits, session, type Me } from '@mizan/ui-kit/session';
import type { AreaCard } from '@mizan/ui-kit/areas';
import type { AreaList } from '@mizan/ui-kit/area-lists';
import type { AllWaiting } from '@mizan/ui-kit/waiting';
import type { Extras, OnHome, ShellContext } from '../area';
import type { Texts } from '../texts';

const AREA = 'backoffice';

export interface HomeData {
  /** The areas of the product. */
  cards: AreaCard[];
  /** By area; an area without known lists is shown without them. */
  lists: Record<string, AreaList[]>;
  waiting: AllWaiting | undefined;
  /** What the product says of the back-office's areas. */
  texts: NonNullable<Texts['areas']>;
  /** Of the areas that the user may enter. */
  parts: (OnHome & { path: string })[];
}

export async function readHome(context: ShellContext): Promise<HomeData> {
  const { me } = session.current();
  if (!me) return { cards: [], lists: {}, waiting: undefined, texts: {}, parts: [] };
  const extras = context.extras();
  const [{ areas: cards, texts }, lists, waiting, ...parts] = await Promise.all([
    extras,
    listsOf(me),
    waitingOf(me, extras),
    ...context.areas
      .filter(({ permission }) => permits(me, permission))
      .map(async ({ path, onHome }) => ({ ...(await onHome?.()), path })),
  ]);
  return { cards, lists, waiting, texts: texts.areas ?? {}, parts };
}

async function listsOf(me: Me): Promise<HomeData['lists']> {
  if (!can(me, AREA, 'enter')) return {};
  const { areaListsOf } = await import('@mizan/ui-kit/area-lists');
  return { [AREA]: await areaListsOf(me, AREA).catch(() => []) };
}

async function waitingOf(me: Me, extras: Promise<Extras>): Promise<HomeData['waiting']> {
  if (![AREA, 'analytics'].some((area) => can(me, area, 'enter'))) return undefined;
  const [{ readWaiting }, { waiting }] = await Promise.all([import('@mizan/ui-kit/waiting'), extras]);
  return await readWaiting(me, waiting).catch(() => undefined);
}
