// Every address that the back-office knows of: its own screens and the few calls that belong to no
// resource of the document. Addresses of resources come from the document.

/** Addresses of the server. */
export const api = {
  document: '/api/openapi.json',
  counts: '/api/backoffice/counts',
  changes: '/api/backoffice/changes',
  savedFilters: '/api/backoffice/saved-filters',
  savedViews: '/api/analytics/saved-views',
  /** What can be done with one record beyond the calls that all resources have: `lock` and the like. */
  verb: (resource: { path: string }, id: string, verb: string) => `${resource.path}/${encodeURIComponent(id)}/${verb}`,
};

/** The areas that this app draws; an area is the first segment of an address. */
export const areas = ['backoffice', 'analytics'] as const;
export type Area = (typeof areas)[number];

const record = (area: string, resource: string, id: string) => `/${area}/${resource}/${encodeURIComponent(id)}`;

/** Addresses of screens. */
export const paths = {
  area: (area: string) => `/${area}`,
  /** A module's own page. */
  page: (area: string, path: string) => `/${area}/${path}`,
  explorer: (search = '') => `/analytics/explorer${search}`,
  /** The records behind a figure. */
  explorerRecords: (search: string) => `/analytics/explorer/records${search}`,
  list: (area: string, resource: string, search = '') => `/${area}/${resource}${search}`,
  create: (area: string, resource: string) => `/${area}/${resource}/create`,
  edit: record,
  view: (area: string, resource: string, id: string) => `${record(area, resource, id)}/show`,
  history: (area: string, resource: string, id: string) => `${record(area, resource, id)}/history`,
  /** The records of another resource that refer to a record, beside it. */
  related: (area: string, resource: string, id: string, related: string) =>
    `${record(area, resource, id)}/related/${encodeURIComponent(related)}`,
  /** A view of a record that its module brings. */
  tab: (area: string, resource: string, id: string, tab: string) =>
    `${record(area, resource, id)}/tabs/${encodeURIComponent(tab)}`,
  import: (area: string, resource: string) => `/${area}/${resource}/import`,
};
