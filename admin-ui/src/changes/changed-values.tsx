// The old and new values of a change.
import type { Resource } from '../document/resources.ts';
import { ChangeList } from '../history/change-list.tsx';
import { differences } from '../history/difference.ts';
import type { Change } from './changes-data.ts';

/** The old and new values of an update of one record; at most so many. */
export default function ChangedValues({
  change,
  resource,
  most,
}: {
  change: Change;
  resource: Resource;
  most?: number;
}) {
  const { before, after, count, changed } = change;
  if (count > 1 || !before || !after) return null;
  const changes = differences(resource, before, after, changed).slice(0, most);
  if (changes.length === 0) return null;
  return <ChangeList resource={resource} changes={changes} before={before} after={after} />;
}
