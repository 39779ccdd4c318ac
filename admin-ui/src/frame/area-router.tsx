// react-admin over our areas: it knows one base path for all resources, and only the resources of the current screens. So
// links and navigation to a resource lead to the area that it is in, and every resource of the document is defined.
import { useCallback, useMemo, type ReactNode } from 'react';
import {
  reactRouterProvider,
  ResourceDefinitionContext,
  type ResourceDefinitions,
  type RouterLinkProps,
  type RouterNavigateFunction,
  type RouterProvider,
  type RouterTo,
} from 'ra-core';
import { titleOf, type Resource } from '../document/resources.ts';
import { paths } from '../paths.ts';

/** react-admin's router, by which a resource's paths are below its own area. */
export function routerProviderOf(resources: Resource[], areas: { path: string }[]): RouterProvider {
  const areaOf = new Map(resources.map(({ name, area }) => [name, area]));
  const ownPath = (path: string): string => {
    const [, area, name = '', rest = ''] = /^\/([^/]+)\/([^/?#]+)(.*)$/.exec(path) ?? [];
    const own = areas.some((one) => one.path === area) && areaOf.get(name);
    return own ? paths.list(own, name, rest) : path;
  };
  const own = (to: RouterTo): RouterTo => {
    if (typeof to === 'string') return ownPath(to);
    return to.pathname === undefined ? to : { ...to, pathname: ownPath(to.pathname) };
  };
  const { Link, useNavigate } = reactRouterProvider;
  return {
    ...reactRouterProvider,
    Link: ({ to, ...props }: RouterLinkProps) => <Link to={own(to)} {...props} />,
    useNavigate() {
      const navigate = useNavigate();
      return useCallback<RouterNavigateFunction>(
        (to, options) => navigate(typeof to === 'number' ? to : own(to), options),
        [navigate],
      );
    },
  };
}

/** Defines the resources in place of the screens of the current area. */
export function ResourceDefinitionsProvider({ resources, children }: { resources: Resource[]; children: ReactNode }) {
  const value = useMemo(() => {
    const definitions: ResourceDefinitions = Object.fromEntries(
      resources.map((resource) => [
        resource.name,
        {
          name: resource.name,
          options: { label: resource.label },
          hasList: true,
          hasCreate: true,
          hasEdit: true,
          hasShow: true,
          recordRepresentation: (record: Record<string, unknown>) => titleOf(resource, record),
        },
      ]),
    );
    return { definitions, register: ignore, unregister: ignore };
  }, [resources]);
  return <ResourceDefinitionContext value={value}>{children}</ResourceDefinitionContext>;
}

const ignore = () => {};
