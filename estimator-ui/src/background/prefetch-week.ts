// Prefetches this week's projects, their units and the user's own estimates, so that all of it works offline. Two projects
// at a time, and only what was not fetched recently.
import type { QueryClient } from '@tanstack/react-query';
import { session } from '@mizan/ui-kit/session';
import { isCachedSince } from '../offline/response-cache';
import { assessments, project, week } from '../queries';

const CONCURRENT = 2;
/** Milliseconds for which a cached response is not fetched again. */
const FRESH = 10 * 60_000;
/** Up to this many units are prefetched even with `saveData`. */
const FEW_UNITS = 300;

/** The Network Information API, where the browser has it. */
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
    // The first failure ends it; the rest is fetched when it is opened.
    if (await isMissing(project(next._id).queryKey)) await client.fetchQuery({ ...project(next._id), retry: false });
    if (await isMissing(assessments(next._id).queryKey))
      await client.fetchQuery({ ...assessments(next._id), retry: false });
    await fetchNext();
  };
  await Promise.all(Array.from({ length: CONCURRENT }, fetchNext));
}
