// Offline substitutes from the response cache: the user's progress by the estimates on this device, and the projects
// that can be opened.
import { session } from '@mizan/ui-kit/session';
import { isCompleted } from '../assess/flow';
import type { Filter, Project, ProjectPage } from '../shapes';
import { cachedAnswer } from './response-cache';

/** A page of projects; `onPhone` when it contains only the cached ones. */
export type ListPage = ProjectPage & { onPhone?: true };

type Key = readonly unknown[];

/** Whether the response to a query is cached on this device. */
export async function isOnPhone(key: Key): Promise<boolean> {
  const person = session.current().me?.user.id;
  return person !== undefined && (await cachedAnswer(person, key)) !== undefined;
}

/** Recounts the user's own estimates, since the server's count does not include the outbox. */
export async function counted(
  projects: Project[],
  estimatesOf: (projectId: string) => Promise<readonly unknown[] | undefined>,
): Promise<Project[]> {
  return Promise.all(
    projects.map(async (project) => ({
      ...project,
      completedUnitsCount: (await estimatesOf(project._id))?.length ?? project.completedUnitsCount,
    })),
  );
}

export const isBegun = (project: Project): boolean => project.completedUnitsCount > 0 && !isCompleted(project);

const matches: Record<Filter, (project: Project) => boolean> = {
  all: () => true,
  'this-week': () => true,
  'not-started': ({ completedUnitsCount }) => completedUnitsCount === 0,
  'in-progress': isBegun,
  completed: isCompleted,
};

/** This week's projects that match the filter, in place of the server's list. */
export function listOf(week: Project[], filter: Filter, search: string): ListPage {
  const term = search.trim().toLowerCase();
  const items = week.filter((project) => matches[filter](project) && project.name.toLowerCase().includes(term));
  return { items, total: items.length, page: 1, limit: Math.max(1, items.length), totalPages: 1, onPhone: true };
}
