// The lists of an area that the user may read, from the OpenAPI document, and their totals.
import { operation, resources, type ApiDocument } from '@mizan/openapi/document';
import { authorizedFetch, problemOf } from './http';
import { can, type Me } from './session';

const DOCUMENT = '/api/openapi.json';

export interface AreaList {
  name: string;
  label: string;
  description: string;
  /** The path of the screen, and the path of the API. */
  screen: string;
  path: string;
}

export async function areaListsOf(me: Pick<Me, 'permissions'>, area: string): Promise<AreaList[]> {
  const document = (await answered(DOCUMENT)) as ApiDocument;
  return resources(document).flatMap((resource) => {
    const list = operation(document, resource.operations.list ?? '');
    const [of = '', action = ''] = list?.permission.split(':') ?? [];
    if (!list || resource.area !== area || !can(me, of, action)) return [];
    const { name, label } = resource;
    const description = document.tags?.find((tag) => tag.name === name)?.description ?? '';
    return [{ name, label, description, screen: `/${area}/${name}`, path: list.path }];
  });
}

export async function totalOf(list: AreaList): Promise<number> {
  return ((await answered(`${list.path}?page=1&limit=1`)) as { total: number }).total;
}

async function answered(path: string): Promise<unknown> {
  const response = await authorizedFetch(path);
  if (!response.ok) throw await problemOf(response);
  return response.json();
}
