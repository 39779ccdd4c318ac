// The paths of lists and of the dialogs over them. A list has the path of its resource, or that of a tab of another
// one; a dialog has the path of the page that it replaces.
import type { Resource } from '../document/resources.ts';
import type { AnyResource } from '../module/slots.ts';
import { paths } from '../paths.ts';

type Placed = Pick<Resource, 'area' | 'name' | 'listPath'>;

/** The path of a resource's list. */
export const listPathOf = ({ area, name, listPath }: Placed): string => listPath ?? paths.list(area, name);

/** The URL of its first page, without a search or filters. */
export const firstPageOf = (resource: Placed & Pick<Resource, 'defaultSort'>): string =>
  `${listPathOf(resource)}?page=1&limit=20&sortDirection=${resource.defaultSort.direction}`;

/** Whether a path is that of this resource's list, or of anything below it. */
export function isOf(pathname: string, resource: Placed, all: Placed[]): boolean {
  const within = (path: string): boolean => `${pathname}/`.startsWith(`${path}/`);
  const below = all.find((one) => within(listPathOf(one)));
  if (below?.listPath !== undefined) return below.name === resource.name;
  return within(paths.list(resource.area, resource.name));
}

export type ListDialog = { of: 'create' } | { of: 'edit'; id: string };

/** The dialog over the list at this path. */
export function dialogAt(
  pathname: string,
  { area, name }: Placed,
  { dialogs = {} }: Pick<AnyResource, 'dialogs'>,
): ListDialog | undefined {
  const own = `${paths.list(area, name)}/`;
  if (!pathname.startsWith(own)) return undefined;
  const rest = pathname.slice(own.length).replace(/\/$/, '');
  if (rest === 'create') return dialogs.create && { of: 'create' };
  return rest === '' || rest.includes('/') || !dialogs.edit ? undefined : { of: 'edit', id: decodeURIComponent(rest) };
}

/** The navigation state of a dialog that was opened from the list, so that closing it goes back. */
export const OVER_LIST = { over: true } as const;

export const isOverList = (state: unknown): boolean => (state as Partial<typeof OVER_LIST> | null)?.over === true;
