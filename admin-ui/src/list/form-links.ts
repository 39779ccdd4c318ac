// The links to a resource's forms: a dialog over its list, or a page.
import { useLocation, type To } from 'react-router';
import type { Resource } from '../document/resources.ts';
import { listPathOf, OVER_LIST } from '../frame/list-path.ts';
import { useResourceUi } from '../module/registry.ts';
import { paths } from '../paths.ts';

interface Way {
  to: To;
  state?: typeof OVER_LIST;
}

/** A dialog opens over the list as it is shown, or over its first page. */
export function useFormLinks(resource: Resource): { create: Way; edit: (id: string) => Way } {
  const { dialogs = {} } = useResourceUi(resource);
  const { pathname, search } = useLocation();
  const listed = pathname.replace(/\/$/, '') === listPathOf(resource);
  const way = (path: string, dialog: boolean): Way =>
    dialog ? { to: { pathname: path, search: listed ? search : '' }, state: OVER_LIST } : { to: path };
  return {
    create: way(paths.create(resource.area, resource.name), dialogs.create !== undefined),
    edit: (id) => way(paths.edit(resource.area, resource.name, id), dialogs.edit !== undefined),
  };
}
