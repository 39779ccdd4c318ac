// Takes this week along: its projects, their units and the visitor's own figures, so that the whole of it can be worked
// through without a network. Two projects at a time, and only what was not fetched a moment ago.
import type { QueryClient } from '@tanstack/react-query';
import { session } from '@mizan/ui-kit/session';
import { isCachedSince } from '../offline/response-cache';
import { assessments, project, week } from '../queries';

const CONCURRENT = 2;
/** What was kept so many milliseconds ago is not fetched again. */
const FRESH = 10 * 60_000;
/** So many units are little even for who pays for each byte. */
const FEW_UNITS = 300;

/** Browsers that know it say whether the visitor saves data. */
type Connected = Navigator & { connection?: { saveData?: boolean } };

export async function prefetchWeek(client: QueryClient, person: string): Promise<void> {
  const { projects } = await client.fetchQuery(week());
  const units = projects.reduce((sum, { unitsCount }) => sum + unitsCount, 0);
  if ((navigator as Connected).connection?.saveData && units > FEW_UNITS) return;
  const left = [...projects];
  const isMissing = async (key: readonly unknown[]): Promise<boolean> =>
    session.current().me?.user.id === person && !(await isCachedSince(person, key, FRESH));
  const fetchNext = async (): Promise<void> => {
    const next = left.shift();
    if (!next) return;
    // The first that fails ends it: what did not come is fetched when it is opened.
    if (await isMissing(project(next._id).queryKey)) await client.fetchQuery({ ...project(next._id), retry: false });
    if (await isMissing(assessments(next._id).queryKey))
      await client.fetchQuery({ ...assessments(next._id), retry: false });
    await fetchNext();
  };
  await Promise.all(Array.from({ length: CONCURRENT }, fetchNext));
}
