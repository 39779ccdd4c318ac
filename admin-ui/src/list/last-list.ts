// Remembers, while the page is open, how each list was last looked at, so that "back to the list" means that list, at
// the row where it was left.
import type { Resource } from '../document/resources.ts';
import { listPathOf } from '../frame/list-path.ts';

const addresses = new Map<string, string>();
const tops = new Map<string, number>();

export const storeListAddress = (resource: string, address: string): void => void addresses.set(resource, address);

/** The address of a resource's list as it was last seen. */
export const backToList = (resource: Pick<Resource, 'area' | 'name' | 'listPath'>): string =>
  addresses.get(resource.name) ?? listPathOf(resource);

/** How far down a list was scrolled. */
export const storeScrollTop = (address: string, top: number): void => void tops.set(address, top);
export const topOf = (address: string): number => tops.get(address) ?? 0;
