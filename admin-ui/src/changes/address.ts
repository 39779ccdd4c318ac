// Where a change leads to.
import { idOf, type Resource } from '../document/resources.ts';
import { paths } from '../paths.ts';
import type { Change } from './changes-data.ts';
import { feedOfRequest } from './feed.ts';

/** Of many records the entries of each, of one its version in the history. */
export function addressOf(
  { at, count, requestId, record }: Change,
  { area, name }: Resource,
  mayOpen: boolean,
): string | undefined {
  if (count > 1) return requestId === null ? undefined : feedOfRequest(requestId, name);
  return mayOpen ? paths.history(area, name, idOf(record), at) : undefined;
}
