// The only place of the back-office that names resources: what stands here replaces a part of the screens that are
// drawn from the document. Without an entry a resource is complete.
import type { ReactElement, ReactNode } from 'react';
import { projects } from './projects.tsx';

export interface Screens {
  /** A whole screen in place of the drawn one. */
  list?: ReactElement;
  create?: ReactElement;
  edit?: ReactElement;
  view?: ReactElement;
  /** Further routes below the resource's address. */
  routes?: ReactNode;
}

const registry: Record<string, Screens> = { projects };

export const screensOf = (resource: string): Screens => registry[resource] ?? {};
