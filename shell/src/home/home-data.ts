// What home shows of the areas: their lists, what waits in them, and their own parts. What cannot be read is left out.
import { can, permits, type Me } from '@mizan/ui-kit/session';
import type { AreaCard } from '@mizan/ui-kit/areas';
import type { AreaList } from '@mizan/ui-kit/area-lists';
import type { AllWaiting } from '@mizan/ui-kit/waiting';
import type { OnHome, ShellContext } from '../area';
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

export async function readHome(me: Me | null, context: ShellContext): Promise<HomeData> {
  if (!me) return { cards: [], lists: {}, waiting: undefined, texts: {}, parts: [] };
  const [cards, lists, waiting, own, ...parts] = await Promise.all([
    context.cards(),
    listsOf(me),
    waitingOf(me, context.waiting),
    context.texts().catch((): Texts => ({})),
    ...context.areas
      .filter(({ permission }) => permits(me, permission))
      .map(async ({ path, onHome }) => ({ ...(await onHome?.()), path })),
  ]);
  return { cards, lists, waiting, texts: own.areas ?? {}, parts };
}

async function listsOf(me: Me): Promise<HomeData['lists']> {
  if (!can(me, AREA, 'enter')) return {};
  const { areaListsOf } = await import('@mizan/ui-kit/area-lists');
  return { [AREA]: await areaListsOf(me, AREA).catch(() => []) };
}

async function waitingOf(me: Me, sources: ShellContext['waiting']): Promise<HomeData['waiting']> {
  if (![AREA, 'analytics'].some((area) => can(me, area, 'enter'))) return undefined;
  const [{ readWaiting }, waiting] = await Promise.all([import('@mizan/ui-kit/waiting'), sources()]);
  return await readWaiting(me, waiting).catch(() => undefined);
}
