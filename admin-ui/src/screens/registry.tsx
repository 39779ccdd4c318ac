// The only place of the back-office that names resources: what stands here replaces a part of the screens that are
// drawn from the document. Without an entry a resource is complete.
import type { ReactElement, ReactNode } from 'react';
import { joinRequests } from './join-requests.tsx';
import type { Parts } from './parts.ts';
import { projects } from './projects.tsx';
import { users } from './users.tsx';

export interface Screens extends Parts {
  /** A whole screen in place of the drawn one. */
  list?: ReactElement;
  create?: ReactElement;
  edit?: ReactElement;
  view?: ReactElement;
  /** Further routes below the resource's address. */
  routes?: ReactNode;
  /** Where a visitor is sent who may not see the list, from wherever below it. */
  denied?: string;
}

const registry: Record<string, Screens> = { 'join-requests': joinRequests, projects, users };

export const screensOf = (resource: string): Screens => registry[resource] ?? {};
