// Who changed a record last, and when: for users who may see its history.
import { authorizedFetch } from '@mizan/ui-kit/http';
import type { Resource } from '../document/resources.ts';

export interface LastChange {
  at: string;
  /** The name of the user; null for the server itself. */
  by: string | null;
}

/** Undefined where the history cannot be read: it only explains what is known already. */
export async function lastChange(resource: Resource, id: string): Promise<LastChange | undefined> {
  const { history } = resource.operations;
  if (!history) return undefined;
  try {
    const response = await authorizedFetch(
      `${history.path.replace(/\{[^}]+\}/, encodeURIComponent(id))}?page=1&limit=1`,
    );
    const { items } = (await response.json()) as { items?: { at: string; actor: { name: string } | null }[] };
    const [last] = items ?? [];
    return last && { at: last.at, by: last.actor?.name ?? null };
  } catch {
    return undefined;
  }
}
