// Remembers each list's last query and scroll position while the page is open, for links back to the list.
import type { Resource } from '../document/resources.ts';
import { listPathOf } from '../frame/list-path.ts';

const addresses = new Map<string, string>();
const tops = new Map<string, number>();

export const storeListAddress = (resource: string, address: string): void => void addresses.set(resource, address);

/** The last URL of a resource's list. */
export const backToList = (resource: Pick<Resource, 'area' | 'name' | 'listPath'>): string =>
  addresses.get(resource.name) ?? listPathOf(resource);

export const storeScrollTop = (address: string, top: number): void => void tops.set(address, top);
export const topOf = (address: string): number => tops.get(address) ?? 0;
