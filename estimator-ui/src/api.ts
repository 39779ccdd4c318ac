// The API requests of this app.
import { answerOf, asProblem } from '@mizan/ui-kit/http';
import {
  client,
  type Assessment,
  type Leaderboard,
  type Period,
  type ProjectPage,
  type ProjectQuery,
  type ProjectWithUnits,
  type WeeklySelection,
} from './shapes';

const hasItems = ({ items }: { items: unknown[] }): boolean => Array.isArray(items);

/** One page of projects to estimate. */
export async function projectsOf(query: ProjectQuery): Promise<ProjectPage> {
  return answerOf(await client.GET('/api/projects', { params: { query } }), hasItems);
}

export async function projectWithUnits(id: string): Promise<ProjectWithUnits> {
  const answer = await client.GET('/api/projects/{id}/with-units', { params: { path: { id } } });
  return answerOf(answer, ({ _id, units }) => _id === id && Array.isArray(units));
}

/** This week's rotation; null when there is none. */
export async function weeklySelection(): Promise<WeeklySelection | null> {
  const answer = await client.GET('/api/projects/weekly-selection');
  return answer.response.status === 404 ? null : answerOf(answer, ({ projectIds }) => Array.isArray(projectIds));
}

/** The user's own estimates in a project. */
export async function assessmentsOf(projectId: string): Promise<Assessment[]> {
  return answerOf(await client.GET('/api/assessments', { params: { query: { projectId } } }), Array.isArray);
}

export async function leaderboardOf(period: Period): Promise<Leaderboard> {
  return answerOf(await client.GET('/api/estimations/leaderboard', { params: { query: { period } } }), hasItems);
}

/** Returns the message of a rejection: the server's own, or else `fallback`. */
export function errorMessage(error: unknown, fallback: string): string {
  return asProblem(error).detail ?? fallback;
}

/** Whether it does not exist, as opposed to being unavailable. */
export function isMissing(error: unknown): boolean {
  return asProblem(error).status === 404;
}

/** Whether a retry makes sense: no response, or a server error. */
export function isPassing(error: unknown): boolean {
  const { status } = asProblem(error);
  return status === 0 || status >= 500;
}
