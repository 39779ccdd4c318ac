// Where an entry of the inbox leads: to the screen of its record, whose area the document says.
import { resources, type ApiDocument } from '@mizan/openapi/document';
import { send } from '../send';
import { api } from '../api-paths';
import { paths } from '../paths';
import { can, type Me } from '../session';
import type { InboxEntry } from './inbox-data';

/** The areas of resources, by their names. */
export type Areas = ReadonlyMap<string, string>;

const CHANGE_SETS = 'change-sets';

export async function readAreas(): Promise<Areas> {
  const document = (await (await send(api.document)).json()) as ApiDocument;
  return new Map(resources(document).map(({ name, area }) => [name, area]));
}

/** Undefined for an entry that is about no record, or about one in an area that the user may not enter. */
export function addressOf(
  { kind, resource, recordId }: Pick<InboxEntry, 'kind' | 'resource' | 'recordId'>,
  areas: Areas,
  me: Pick<Me, 'permissions'> | null,
): string | undefined {
  if (resource === null || recordId === null) return undefined;
  const isSet = resource === CHANGE_SETS;
  const area = isSet ? paths.backoffice.slice(1) : areas.get(resource);
  if (area === undefined || !can(me, area, 'enter')) return undefined;
  const record = `/${area}/${resource}/${encodeURIComponent(recordId)}`;
  if (isSet) return record;
  return kind === 'mention' ? `${record}/activity` : `${record}/show`;
}
