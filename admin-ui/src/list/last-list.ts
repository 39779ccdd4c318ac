// Remembers, while the page is open, how each list was last looked at, so that "back to the list" means that list.
import { paths } from '../paths.ts';

const seen = new Map<string, string>();

export const rememberList = (resource: string, search: string): void => void seen.set(resource, search);

/** The address of a resource's list as it was last seen. */
export const backToList = (resource: { area: string; name: string }): string =>
  paths.list(resource.area, resource.name, seen.get(resource.name) ?? '');
