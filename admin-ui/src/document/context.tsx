// Hands the resources and the figures of the document, and what the visitor may do with them, to every screen.
import type { Operation } from '@mizan/openapi/document';
import { can, useSession, type Me } from '@mizan/ui-kit/session';
import { createContext, useCallback, useContext, type ReactNode } from 'react';
import { useResourceContext } from 'react-admin';
import type { Analytics } from './analytics.ts';
import type { Action, Resource } from './resources.ts';

const Resources = createContext<Resource[]>([]);

export function ResourcesProvider({ resources, children }: { resources: Resource[]; children: ReactNode }) {
  return <Resources.Provider value={resources}>{children}</Resources.Provider>;
}

export const useResources = (): Resource[] => useContext(Resources);

/** The resource whose screen this is. */
export function useResource(): Resource {
  const name = useResourceContext();
  const found = useContext(Resources).find((resource) => resource.name === name);
  if (!found) throw new Error(`The document describes no resource named ${name}.`);
  return found;
}

/** A resource by name; undefined when the document has none of that name. */
export function useResourceNamed(name: string | undefined): Resource | undefined {
  return useContext(Resources).find((resource) => resource.name === name);
}

/** Whether an action is offered by the server and allowed to the visitor. */
export function may(me: Me | null, resource: Resource | undefined, action: Action): boolean {
  return permitted(me, resource?.operations[action]);
}

/** Whether the user may call an operation; a missing operation is never allowed. */
export function permitted(me: Me | null, operation: Operation | undefined): boolean {
  return operation !== undefined && permits(me, operation.permission);
}

/** Whether the visitor may do what is said by `resource:action`. */
export function permits(me: Me | null, permission: string): boolean {
  if (permission === 'public' || permission === 'signed-in') return true;
  const [of = '', what = ''] = permission.split(':');
  return me !== null && can(me, of, what);
}

export function useMay(): (resource: Resource | undefined, action: Action) => boolean {
  const { me } = useSession();
  return useCallback((resource, action) => may(me, resource, action), [me]);
}

const AnalyticsContext = createContext<Analytics | undefined>(undefined);

export const AnalyticsProvider = AnalyticsContext.Provider;

/** The figures that can be requested, as far as the visitor may; undefined when there are none. */
export function useAnalytics(): Analytics | undefined {
  const analytics = useContext(AnalyticsContext);
  const { me } = useSession();
  return permitted(me, analytics?.explore) ? analytics : undefined;
}
