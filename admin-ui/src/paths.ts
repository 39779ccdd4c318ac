// All URLs of the back-office: its own screens, and the few API paths that belong to no resource. Those of resources
// come from the document.

/** API paths. */
export const api = {
  document: '/api/openapi.json',
  counts: '/api/backoffice/counts',
  changes: '/api/backoffice/changes',
  inbox: '/api/inbox',
  jobs: '/api/jobs',
  live: '/api/backoffice/live',
  viewers: '/api/backoffice/viewers',
  undo: '/api/backoffice/undo',
  changeSets: '/api/backoffice/change-sets',
  changeSet: (id: string, rest = '') => `/api/backoffice/change-sets/${encodeURIComponent(id)}${rest}`,
  savedFilters: '/api/backoffice/saved-filters',
  savedMappings: '/api/backoffice/saved-mappings',
  savedViews: '/api/analytics/saved-views',
  /** Where the items of a saved list are subscribed to: views, too, in the back-office. */
  subscribed: (saved: string) => saved.replace('/api/analytics/', '/api/backoffice/'),
  policyExplain: '/api/backoffice/policy/explain',
  policyAccess: '/api/backoffice/policy/access',
  policyDiff: '/api/backoffice/policy/diff',
  viewAs: '/api/auth/view-as',
  /** The path of a verb on a record. */
  verb: (resource: { path: string }, id: string, verb: string) => `${resource.path}/${encodeURIComponent(id)}/${verb}`,
  /** And on many records. */
  bulkVerb: (resource: { path: string }, verb: string) => `${resource.path}/verbs/${verb}`,
};

const record = (area: string, resource: string, id: string) => `/${area}/${resource}/${encodeURIComponent(id)}`;

/** Paths of screens; an area is the first segment of a path. */
export const paths = {
  area: (area: string) => `/${area}`,
  /** A module's page. */
  page: (area: string, path: string) => `/${area}/${path}`,
  /** The feed of changes. */
  changes: (search = '') => `/backoffice/changes${search}`,
  /** The deleted records, of one resource. */
  trash: (search = '') => `/backoffice/trash${search}`,
  changeSets: (search = '') => `/backoffice/change-sets${search}`,
  changeSet: (id: string, search = '') => `/backoffice/change-sets/${encodeURIComponent(id)}${search}`,
  /** What a role or a user may. */
  access: (search = '') => `/backoffice/access${search}`,
  explorer: (search = '') => `/analytics/explorer${search}`,
  /** The records behind a value. */
  explorerRecords: (search: string) => `/analytics/explorer/records${search}`,
  list: (area: string, resource: string, search = '') => `/${area}/${resource}${search}`,
  create: (area: string, resource: string) => `/${area}/${resource}/create`,
  edit: record,
  view: (area: string, resource: string, id: string) => `${record(area, resource, id)}/show`,
  /** The history of a record; `at` is the time of a version to begin with. */
  history: (area: string, resource: string, id: string, at?: string) =>
    `${record(area, resource, id)}/history${at === undefined ? '' : `?at=${encodeURIComponent(at)}`}`,
  /** Comments, files and versions of a record. */
  activity: (area: string, resource: string, id: string) => `${record(area, resource, id)}/activity`,
  /** What was sent to a webhook. */
  deliveries: (area: string, resource: string, id: string) => `${record(area, resource, id)}/deliveries`,
  /** The records of another resource that refer to a record. */
  related: (area: string, resource: string, id: string, related: string) =>
    `${record(area, resource, id)}/related/${encodeURIComponent(related)}`,
  /** A module's tab of a record. */
  tab: (area: string, resource: string, id: string, tab: string) =>
    `${record(area, resource, id)}/tabs/${encodeURIComponent(tab)}`,
  import: (area: string, resource: string) => `/${area}/${resource}/import`,
  /** Records that may be the same one. */
  duplicates: (area: string, resource: string, search = '') => `/${area}/${resource}/duplicates${search}`,
};
