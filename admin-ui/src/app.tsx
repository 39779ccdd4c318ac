// The route tree of the back-office: react-admin with the resources of the document, in areas.
import type { AreaCard } from '@mizan/ui-kit/areas';
import { whenIdle } from '@mizan/ui-kit/idle';
import { useSession } from '@mizan/ui-kit/session';
import type { WaitingSource } from '@mizan/ui-kit/waiting';
import { QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, type ReactElement, type ReactNode } from 'react';
import {
  BasenameContextProvider,
  CoreAdminContext,
  CoreAdminUI,
  CustomRoutes,
  localStorageStore,
  Resource as RaResource,
  ResourceContextProvider,
} from 'ra-core';
import { Navigate, Route, Routes, useLocation, useParams } from 'react-router';
import { authProvider } from './data/auth-provider.ts';
import { i18nProviderOf, translationsOf } from './data/i18n-provider.ts';
import { dataProviderOf } from './data/ra-data-provider.ts';
import { updateCache } from './data/record.ts';
import { askWhy, useQuestion } from './data/why.ts';
import type { Analytics } from './document/analytics.ts';
import { NO_OFFERS, OffersProvider, useOffers, type Offers } from './document/offers.ts';
import { AnalyticsProvider, may, permits, ResourcesProvider, useMayOrPropose, useViewed } from './document/context.tsx';
import type { Resource } from './document/resources.ts';
import { Confirmations } from './form/confirmations.tsx';
import { InlineCreateContext, type InlineCreateProps } from './form/inline-create-context.ts';
import { InlineCreate } from './form/dialogs-lazy.ts';
import { ResourceDefinitionsProvider, routerProviderOf } from './frame/area-router.tsx';
import { Failure } from './frame/failure.tsx';
import { Frame } from './frame/frame.tsx';
import { dialogAt, listPathOf } from './frame/list-path.ts';
import { AccessDenied, NotHere, OutsideArea } from './frame/not-here.tsx';
import { Notifications } from './frame/notifications.tsx';
import { Wrapped } from './frame/wrapped.tsx';
import { ToList } from './list/list-tabs.tsx';
import type { Area } from './module/areas.ts';
import type { ModulePage } from './module/frame-types.ts';
import {
  inOrder,
  mergeModules,
  ModuleRegistryContext,
  useModuleRegistry,
  useResourceUi,
  withUi,
  type ModuleRegistry,
} from './module/registry.ts';
import type { ModulePart } from './module/slots.ts';
import type { Translations } from './module/types.ts';
import { PaletteHost } from './palette/palette-host.tsx';
import { paths } from './paths.ts';
import {
  AccessScreen,
  ChangeSetScreen,
  ChangeSetsScreen,
  ChangesScreen,
  CreateScreen,
  DuplicatesScreen,
  EditScreen,
  ExplorerScreen,
  ImportScreen,
  IndexScreen,
  JobsHost,
  ListScreen,
  Live,
  OverviewScreen,
  RecordsScreen,
  TrashScreen,
  Viewing,
  ViewScreen,
  WhyDialog,
} from './screens.ts';

const FRESH = 5 * 60_000;
const store = localStorageStore('1', 'mizan');
const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: FRESH, refetchOnWindowFocus: false, retry: 1 },
      // A write without a connection fails at once instead of being sent later.
      mutations: { networkMode: 'always' },
    },
  });

const renderInlineCreate = (props: InlineCreateProps) => <InlineCreate {...props} />;

interface Props {
  resources: Resource[];
  analytics: Analytics | undefined;
  offers?: Offers;
  modules: ModulePart[];
  /** What waits for a user. */
  waiting?: WaitingSource[];
  /** The product's areas, as Page Not Found shows them. */
  productAreas?: AreaCard[];
  /** react-admin's own texts. */
  texts: Translations;
}

/** The back-office's own screens of its areas. */
const OWN: Partial<Record<string, { start: ReactElement; routes: ReactNode }>> = {
  backoffice: {
    start: <OverviewScreen />,
    routes: (
      <>
        <Route path="changes" element={<ChangesScreen />} />
        <Route path="change-sets" element={<ChangeSetsScreen />} />
        <Route path="change-sets/:id" element={<ChangeSetScreen />} />
        <Route path="trash" element={<TrashScreen />} />
        <Route path="access" element={<AccessScreen />} />
      </>
    ),
  },
  analytics: {
    start: <IndexScreen />,
    routes: (
      <>
        <Route path="explorer" element={<ExplorerScreen />} />
        <Route path="explorer/records" element={<RecordsScreen />} />
      </>
    ),
  },
};

export function App({ resources: described, analytics, offers, modules, waiting, productAreas, texts }: Props) {
  const registry = useMemo(() => mergeModules(modules, waiting, productAreas), [modules, waiting, productAreas]);
  const resources = useMemo(
    () => described.map((one) => withUi(one, registry.resources[one.name], registry.lists[one.name], described)),
    [described, registry],
  );
  const [queryClient] = useState(makeQueryClient);
  const dataProvider = useMemo(
    () => dataProviderOf(resources, (resource, what) => updateCache(queryClient, resource, resources, what)),
    [resources, queryClient],
  );
  const routerProvider = useMemo(() => routerProviderOf(resources, registry.areas), [resources, registry]);
  const i18nProvider = useMemo(
    () => i18nProviderOf(registry.translations, translationsOf(resources), texts),
    [registry, resources, texts],
  );
  return (
    <CoreAdminContext
      basename="/backoffice"
      {...{ authProvider, dataProvider, i18nProvider, queryClient, routerProvider, store }}
    >
      <ResourcesProvider resources={resources}>
        <OffersProvider value={offers ?? NO_OFFERS}>
          <AnalyticsProvider value={analytics}>
            <ModuleRegistryContext value={registry}>
              <InlineCreateContext value={renderInlineCreate}>
                <ResourceDefinitionsProvider resources={resources}>
                  <Wrapped by={registry.wrappers}>
                    <Routes>
                      {registry.areas.map((area) => (
                        <Route
                          key={area.path}
                          path={`/${area.path}/*`}
                          element={
                            <AreaAccess area={area} resources={resources}>
                              <AreaScreens area={area} resources={resources} />
                            </AreaAccess>
                          }
                        />
                      ))}
                      <Route path="*" element={<OutsideArea />} />
                    </Routes>
                  </Wrapped>
                </ResourceDefinitionsProvider>
              </InlineCreateContext>
              <Notifications />
              <WhyHost />
              <Confirmations />
            </ModuleRegistryContext>
          </AnalyticsProvider>
        </OffersProvider>
      </ResourcesProvider>
    </CoreAdminContext>
  );
}

/**
 * Renders an area for users who may enter it, else Page Not Found. A resource with `denied` redirects users who may not
 * list it to the page that explains it.
 */
function AreaAccess({ area, resources, children }: { area: Area; resources: Resource[]; children: ReactNode }) {
  const { me } = useSession();
  const { pathname } = useLocation();
  const registry = useModuleRegistry();
  const requested = resources.find(
    (one) => one.area === area.path && `${pathname}/`.startsWith(`${paths.list(area.path, one.name)}/`),
  );
  const denied = requested && !may(me, requested, 'list') && registry.resources[requested.name]?.denied;
  if (denied) return <Navigate to={denied} replace />;
  return permits(me, area.permission) ? children : <OutsideArea />;
}

function AreaScreens({ area, resources }: { area: Area; resources: Resource[] }) {
  const registry = useModuleRegistry();
  const { path } = area;
  return (
    <BasenameContextProvider basename={paths.area(path)}>
      <CoreAdminUI layout={Layout} catchAll={NotHere} error={Failure} disableTelemetry loginPage={false}>
        {resources.filter((resource) => resource.area === path).map((resource) => screens(resource, registry))}
        <CustomRoutes>
          <Route path="/" element={<StartOf area={path} />} />
          {OWN[path]?.routes}
          {registry.pages
            .filter((page) => page.area === path)
            .map((page) => (
              <Route key={page.path} path={page.path} element={<PageOfModule page={page} />} />
            ))}
        </CustomRoutes>
      </CoreAdminUI>
    </BasenameContextProvider>
  );
}

/** The start page that a module has for the area, for users who may see it; otherwise the overview. */
function StartOf({ area }: { area: string }) {
  const { me } = useSession();
  const start = useModuleRegistry().starts[area];
  if (!start || !permits(me, start.permission)) return OWN[area]?.start ?? <OverviewScreen />;
  return (
    <>
      <AccessDenied />
      <start.Page />
    </>
  );
}

function Layout({ children }: { children?: ReactNode }) {
  const viewed = useViewed();
  const { live } = useOffers();
  // What no first screen needs.
  const [isDue, setDue] = useState(false);
  useEffect(() => whenIdle(() => setDue(true)), []);
  const tools = (
    <>
      {isDue && <JobsHost />}
      <PaletteHost />
    </>
  );
  return (
    <Frame tools={tools} above={viewed !== undefined && <Viewing name={viewed} />}>
      {children}
      {live && isDue && <Live />}
    </Frame>
  );
}

/** The answer to the question why something is so. */
function WhyHost() {
  const question = useQuestion();
  // Another user has questions of their own.
  useEffect(() => () => askWhy(null), []);
  return question && <WhyDialog question={question} onClose={() => askWhy(null)} />;
}

function PageOfModule({ page: { permission, Page } }: { page: ModulePage }) {
  const { me } = useSession();
  return permits(me, permission) ? <Page /> : <NotHere />;
}

// Called as a function, because react-admin inspects the returned element.
function screens(resource: Resource, { resources: configured }: ModuleRegistry) {
  const { screens: own = {}, routes = [], tabs = [] } = configured[resource.name] ?? {};
  const { view: View = ViewScreen } = own;
  const wrap = (screen: ReactElement, name = resource.name) => (
    <Wrapped by={inOrder(configured[name]?.wrappers ?? [])}>{screen}</Wrapped>
  );
  return (
    <RaResource
      key={resource.name}
      name={resource.name}
      list={wrap(<ListAndForms resource={resource} />)}
      show={wrap(<View />)}
    >
      <Route path="import" element={wrap(<ImportScreen />)} />
      <Route path="duplicates" element={wrap(<DuplicatesScreen />)} />
      <Route path=":id/activity/*" element={wrap(<ViewScreen tab="activity" />)} />
      <Route path=":id/deliveries/*" element={wrap(<ViewScreen tab="deliveries" />)} />
      <Route path=":id/history/*" element={wrap(<ViewScreen tab="history" />)} />
      <Route path=":id/related/:part/*" element={wrap(<ViewScreen tab="related" />)} />
      <Route path=":id/tabs/:part/*" element={wrap(<ViewScreen tab="own" />)} />
      {tabs.map(({ path, resource: name }) => (
        <Route key={path} path={path} element={wrap(<ListOf name={name} />, name)} />
      ))}
      {routes.map(({ path, Screen }) => (
        <Route key={path} path={path} element={wrap(<Screen />)} />
      ))}
    </RaResource>
  );
}

/** The list of a resource, possibly under the URL of another one, as a tab. */
function ListOf({ name }: { name: string }) {
  const { screens: { list: List = ListScreen } = {} } = useResourceUi({ name });
  return (
    <ResourceContextProvider value={name}>
      <List />
    </ResourceContextProvider>
  );
}

/**
 * The list, and the forms that are pages. The dialogs are part of the list route, so that the list stays mounted behind
 * them.
 */
function ListAndForms({ resource }: { resource: Resource }) {
  const { '*': rest = '' } = useParams();
  const { pathname } = useLocation();
  const mayOrPropose = useMayOrPropose();
  const ui = useResourceUi(resource);
  const { create: Create = CreateScreen, edit: Edit = EditScreen } = ui.screens ?? {};
  const dialog = dialogAt(pathname, resource, ui);
  const moved = listPathOf(resource) !== paths.list(resource.area, resource.name) || ui.tabs !== undefined;
  if (rest === '' && moved) return <ToList resource={resource} />;
  if (rest === '' || (dialog && mayOrPropose(resource, dialog.of === 'create' ? 'create' : 'update'))) {
    return <ListOf name={resource.name} />;
  }
  return (
    <Routes>
      <Route path="create/*" element={<Create />} />
      <Route path=":id/*" element={<Edit />} />
    </Routes>
  );
}
