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
  /** How it is entered and shown, where its type alone does not say: one of `WIDGETS`. */
  'x-widget'?: Widget;
  'x-step'?: number;
  'x-messages'?: Record<string, string>;
  'x-normalize'?: ('trim' | 'lowercase')[];
  'x-labels'?: Record<string, string>;
  /** Of a number in a form: what it becomes when what was typed is none. */
  'x-unparsed'?: number;
  'x-create-only'?: boolean;
  'x-reference'?: XReference;
}

export interface XReference {
  /** Name of the resource referred to. */
  resource: string;
  /** The property of the read schema that holds `{_id, name}` of what an input's identifier names. */
  view?: string;
}

/** The ways in which a field can be entered and shown beyond what its type says. */
export const WIDGETS = ['textarea', 'password', 'radio', 'switch', 'slider', 'color', 'image', 'images'] as const;
export type Widget = (typeof WIDGETS)[number];

/** What a resource may offer by itself, without a hand-written operation. */
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
  /** The field that names a record to a person; of a title of several fields the first. */
  title: string;
  /** What a record is named, with fields in braces: `{name}`, `{unitNumber} · {project}`. */
  titleTemplate: string;
  /** What tells records of like titles apart, in the same form. */
  hintTemplate?: string;
  /** The name of an icon of the library. */
  icon?: string;
  /** Fields that belong together; those in none come first. */
  groups?: XGroup[];
  /** What the overview shows of it. */
  cards?: XCard[];
  listColumns: string[];
  defaultSort: { field: string; direction: SortDirection };
  sortable: string[];
  searchable: boolean;
  /** Action to operation identifier; an action that is not offered is absent. */
  operations: Partial<Record<ResourceAction, string>> & Record<string, string>;
  /** The property of a bulk body that lists the identifiers; there when the resource has bulk operations. */
  idsField?: string;
  schemas: { view: string; input?: string; patch?: string };
}

/** Fields of a record under a title of their own, in a form and where the record is shown. */
export interface XGroup {
  title: string;
  description?: string;
  /** Names as the read schema has them; an input's `projectId` goes with `project`. */
  fields: string[];
}

/** A card on the overview: how many there are, how they are spread over the values of a field, what changed last. */
export type XCard = { kind: 'count' } | { kind: 'breakdown'; field: string; title?: string } | { kind: 'latest' };

/** What can be done with a record beside viewing, changing and deleting it: an operation on `{path}/{id}/…`. */
export interface XVerb {
  label: string;
  /** The name of an icon of the library. */
  icon?: string;
  /** Asked before it is done; `{title}` is what the record is named. Without it, what has no form is done at once. */
  confirm?: { title: string; text: string };
  /** Something is lost by it. */
  danger?: boolean;
  /** What one has come to the record for. */
  primary?: boolean;
  /** Shown for records whose fields have one of these values. */
  when?: Record<string, unknown[]>;
  /** Offered for several records at once as well. */
  many?: boolean;
  /** Told when it is done, unless the answer brings a `message` of its own. */
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
  method: Method;
  path: string;
  permission: string;
}

const METHODS: Method[] = ['get', 'post', 'put', 'patch', 'delete'];

/** Every resource that the document describes, in its order. */
export function resources(document: ApiDocument): XResource[] {
  return (document.tags ?? []).flatMap((tag) => tag['x-resource'] ?? []);
}

/** Where an operation is served and what it needs; undefined when the document has no such operation. */
export function operation(document: ApiDocument, operationId: string): Operation | undefined {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const found = item[method];
      if (found?.operationId === operationId) return { method, path, permission: found['x-permission'] };
    }
  }
  return undefined;
}
