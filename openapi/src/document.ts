// The shape of the OpenAPI document as the product writes it: what a front end may rely on at run time,
// including the extensions that describe resources. It is not a full description of OpenAPI.

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
export type SortDirection = 'asc' | 'desc';

/** JSON Schema 2020-12 with the product's own keywords. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  title?: string;
  description?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: boolean | Schema;
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  pattern?: string;
  readOnly?: boolean;
  writeOnly?: boolean;
  'x-unit'?: string;
  /** How it is edited and shown, where the type does not decide: one of `WIDGETS`. */
  'x-widget'?: Widget;
  'x-step'?: number;
  'x-messages'?: Record<string, string>;
  'x-normalize'?: ('trim' | 'lowercase')[];
  'x-labels'?: Record<string, string>;
  /** For a number in a form: the value of text that is no number. */
  'x-unparsed'?: number;
  'x-create-only'?: boolean;
  /** The reader may not see it: null in every record. */
  'x-masked'?: boolean;
  'x-reference'?: XReference;
}

export interface XReference {
  /** The name of the referenced resource. */
  resource: string;
  /** The property of the view schema with the `{_id, name}` of the record that an input's identifier refers to. */
  view?: string;
}

/** The ways to edit and show a field, in addition to those by its type. */
export const WIDGETS = [
  'textarea',
  'password',
  'radio',
  'switch',
  'slider',
  'color',
  'image',
  'images',
  'events',
] as const;
export type Widget = (typeof WIDGETS)[number];

/** The standard operations that a resource may offer. */
export type ResourceAction =
  | 'list'
  | 'view'
  | 'create'
  | 'update'
  | 'delete'
  | 'import'
  | 'export'
  | 'filters'
  | 'breakdown'
  | 'history'
  | 'restore'
  | 'deleted'
  | 'duplicates'
  | 'bulkUpdate'
  | 'bulkDelete'
  | 'image'
  | 'imageUpload';

export interface XResource {
  name: string;
  label: string;
  singular: string;
  area: string;
  path: string;
  idField: string;
  /** The field that is the record's title; the first one of several. */
  title: string;
  /** The template of a record's title, with fields in braces: `{name}`, `{unitNumber} · {project}`. */
  titleTemplate: string;
  /** The template of a hint that distinguishes records with similar titles. */
  hintTemplate?: string;
  /** The fields of the input by which an import knows a record again. One alone is what a column of references holds. */
  key?: string[];
  /** The name of an icon in the library. */
  icon?: string;
  /** Groups of fields; those in none come first. */
  groups?: XGroup[];
  /** Its cards on the overview. */
  cards?: XCard[];
  /** What its list can be shown as beside a table. */
  views?: XListView[];
  listColumns: string[];
  defaultSort: { field: string; direction: SortDirection };
  sortable: string[];
  searchable: boolean;
  /** The operation identifier of each offered action. */
  operations: Partial<Record<ResourceAction, string>> & Record<string, string>;
  /** The property with the identifiers in a bulk body, for a resource with bulk operations. */
  idsField?: string;
  schemas: { view: string; input?: string; patch?: string };
}

/** A titled group of fields, in a form and in the view of a record. */
export interface XGroup {
  title: string;
  description?: string;
  /** The names of the view schema; an input's `projectId` belongs to `project`. */
  fields: string[];
}

/** A card on the overview: the count of records, their breakdown by a field, or the latest changes. */
export type XCard = { kind: 'count' } | { kind: 'breakdown'; field: string; title?: string } | { kind: 'latest' };

/**
 * A list as a board by a choice, a calendar by a date or from one to another, a gallery of images, or a map by
 * coordinates.
 */
export interface XListView {
  kind: 'board' | 'calendar' | 'gallery' | 'map';
  fields: string[];
}

/** An operation on a record besides the standard ones: `{path}/{id}/…`. */
export interface XVerb {
  label: string;
  /** The name of an icon in the library. */
  icon?: string;
  /** The confirmation; `{title}` is the record's title. Without it, a verb without input is performed at once. */
  confirm?: { title: string; text: string };
  /** It deletes or ends something. */
  danger?: boolean;
  /** The main action of a record. */
  primary?: boolean;
  /** Shown for records with one of these values in each field. */
  when?: Record<string, unknown[]>;
  /** Refused for the user's own account, and offered for the others only. */
  ofOthers?: boolean;
  /** Also a bulk action. */
  many?: boolean;
  /** The operation that performs it on many records in one request. */
  bulk?: string;
  /** The verb that is its opposite, by which it is undone. */
  undoneBy?: string;
  /** The success message, unless the response has a `message`. */
  done?: string;
}

export interface DocumentOperation {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  /** `resource:action`, `public` or `signed-in`. */
  'x-permission': string;
  'x-verb'?: XVerb;
  /** What it changed can be undone by the identifier of its request. */
  'x-undoable'?: boolean;
  requestBody?: { content: Record<string, { schema: Schema }> };
}

export interface ApiDocument {
  openapi: string;
  info: { title: string; version: string };
  tags?: { name: string; description?: string; 'x-resource'?: XResource }[];
  paths: Record<string, Partial<Record<Method, DocumentOperation>>>;
  components: { schemas: Record<string, Schema> };
}

export interface Operation {
  id: string;
  method: Method;
  path: string;
  permission: string;
  /** What it changed can be undone. */
  undoable?: boolean;
}

const METHODS: Method[] = ['get', 'post', 'put', 'patch', 'delete'];

/** All resources of the document, in its order. */
export function resources(document: ApiDocument): XResource[] {
  return (document.tags ?? []).flatMap((tag) => tag['x-resource'] ?? []);
}

/** The method, path and permission of an operation; undefined when the document does not have it. */
export function operation(document: ApiDocument, operationId: string): Operation | undefined {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const found = item[method];
      if (found?.operationId === operationId)
        return {
          id: operationId,
          method,
          path,
          permission: found['x-permission'],
          ...(found['x-undoable'] && { undoable: true }),
        };
    }
  }
  return undefined;
}
