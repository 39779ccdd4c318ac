// Provides the resources and measures of the document, and the user's permissions, to every screen.
import type { Operation } from '@mizan/openapi/document';
import { permits as has, useSession, type Me } from '@mizan/ui-kit/session';
import { createContext, useCallback, useContext, type ReactNode } from 'react';
import { useResourceContext } from 'ra-core';
import type { Analytics } from './analytics.ts';
import type { Action, Resource } from './resources.ts';

const Resources = createContext<Resource[]>([]);

export function ResourcesProvider({ resources, children }: { resources: Resource[]; children: ReactNode }) {
  return <Resources.Provider value={resources}>{children}</Resources.Provider>;
}

export const useResources = (): Resource[] => useContext(Resources);

/** The resource of the current screen. */
export function useResource(): Resource {
  const name = useResourceContext();
  const found = useContext(Resources).find((resource) => resource.name === name);
  if (!found) throw new Error(`The document describes no resource named ${name}.`);
  return found;
}

/** A resource by name; undefined when the document has none with that name. */
export function useResourceNamed(name: string | undefined): Resource | undefined {
  return useContext(Resources).find((resource) => resource.name === name);
}

/** Whether the server offers an action and the user may perform it. */
export function may(me: Me | null, resource: Resource | undefined, action: Action): boolean {
  return permitted(me, resource?.operations[action]);
}

/** Whether the user may perform an operation; false for a missing one. */
export function permitted(me: Me | null, operation: Operation | undefined): boolean {
  return operation !== undefined && permits(me, operation.permission);
}

/** Whether the user may not perform an action, but propose it, for who approves it to apply. */
export const proposes = (me: Me | null, resource: Resource, action: Change): boolean =>
  resource.plans &&
  resource.operations[action] !== undefined &&
  !may(me, resource, action) &&
  has(me, `${resource.name}:propose`);

const mayOrPropose = (me: Me | null, resource: Resource, action: Change): boolean =>
  may(me, resource, action) || proposes(me, resource, action);

/** What can be proposed. */
export type Change = Extract<Action, 'create' | 'update' | 'delete' | 'bulkUpdate' | 'bulkDelete'>;

/** Whether the user has a permission, written `resource:action`. */
export function permits(me: Me | null, permission: string): boolean {
  return permission === 'public' || permission === 'signed-in' || has(me, permission);
}

/** Whether the user sees the change sets of a resource: one who may make, propose or approve them. */
export const maySeeSets = (me: Me | null, { name, plans }: Resource): boolean =>
  plans &&
  has(me, `${name}:read`) &&
  ['create', 'update', 'delete', 'import', 'propose', 'approve'].some((action) => has(me, `${name}:${action}`));

/** Asks the same of the user of the session. */
function useOfUser<Of extends unknown[]>(question: (me: Me | null, ...of: Of) => boolean): (...of: Of) => boolean {
  const { me } = useSession();
  return useCallback((...of) => question(me, ...of), [me, question]);
}

export const useMay = () => useOfUser(may);

/** As `useMay`, also of what the user may only propose. */
export const useMayOrPropose = () => useOfUser(mayOrPropose);

/** Whether the user may only propose an action. */
export const useProposes = (resource: Resource, action: Change): boolean => useOfUser(proposes)(resource, action);

/** The name of the user whom somebody else views as here: nothing can be written then. */
export function useViewed(): string | undefined {
  const { me } = useSession();
  return me?.viewedBy ? nameOfUser(me) : undefined;
}

export const nameOfUser = ({ user }: Me): string => `${user.firstName} ${user.lastName}`.trim() || user.email;

const AnalyticsContext = createContext<Analytics | undefined>(undefined);

export const AnalyticsProvider = AnalyticsContext.Provider;

/** The analytics that the user may read; undefined when there are none. */
export function useAnalytics(): Analytics | undefined {
  const analytics = useContext(AnalyticsContext);
  const { me } = useSession();
  return permitted(me, analytics?.explore) ? analytics : undefined;
}
