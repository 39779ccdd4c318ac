// What the back-office knows about a resource, read from the document once at startup.
import {
  operation,
  resources as declared,
  type ApiDocument,
  type Operation,
  type ResourceAction,
  type Schema,
  type XResource,
} from '@mizan/openapi/document';
import { formatDate } from '@mizan/ui-kit/formats';
import { api } from '../paths.ts';
import { kindOf, labelOf, referenceOf, schemaOf, type Kind } from './schema.ts';
import { fieldsOf, filled, textOf } from './title.ts';
import { verbsOf, type Verb } from './verbs.ts';

export type Action = ResourceAction;

export interface Column {
  field: string;
  label: string;
  schema: Schema;
  kind: Kind;
  sortable: boolean;
  /** Shown by default. */
  usual: boolean;
  /** Whether it can be hidden; the title column cannot. */
  hideable: boolean;
}

export interface Resource extends Omit<XResource, 'operations' | 'schemas'> {
  description: string;
  /** The path of its list, when that is a tab of another resource. */
  listPath?: string;
  operations: Partial<Record<Action, Operation>>;
  /** Its verbs: operations beyond the standard ones. */
  verbs: Verb[];
  /** All paths of the document. */
  paths: ApiDocument['paths'];
  /** The schemas to read, create and update; undefined when the resource does not offer the operation. */
  view: Schema;
  input: Schema | undefined;
  patch: Schema | undefined;
  columns: Column[];
  /** Singular and plural for use within a text: 'Unit' becomes 'unit'. */
  noun: string;
  nouns: string;
  /** The title templates of referenced resources, by field. */
  referred: Record<string, string>;
  /** Whether changes of its records can be looked at before they are applied. */
  plans: boolean;
  /** A module's title of a record, in place of the template's. */
  titled?: (record: Record<string, unknown>) => string;
}

const ACTIONS: Action[] = [
  'list',
  'view',
  'create',
  'update',
  'delete',
  'import',
  'export',
  'filters',
  'breakdown',
  'history',
  'restore',
  'deleted',
  'duplicates',
  'bulkUpdate',
  'bulkDelete',
  'image',
  'imageUpload',
];

export function readResources(document: ApiDocument): Resource[] {
  const descriptions = new Map((document.tags ?? []).map((tag) => [tag.name, tag.description ?? '']));
  const all = declared(document);
  const titles = new Map(all.map((extension) => [extension.name, titleTemplateOf(extension)]));
  return all.map((extension) => {
    const view = schemaOf(document, extension.schemas.view);
    return {
      ...extension,
      titleTemplate: titleTemplateOf(extension),
      description: descriptions.get(extension.name) ?? '',
      operations: operationsOf(document, extension),
      verbs: verbsOf(document, extension),
      paths: document.paths,
      view,
      input: extension.schemas.input ? schemaOf(document, extension.schemas.input) : undefined,
      patch: extension.schemas.patch ? schemaOf(document, extension.schemas.patch) : undefined,
      columns: columnsOf(extension, view),
      noun: uncapitalized(extension.singular),
      nouns: uncapitalized(extension.label),
      referred: referredBy(view, titles),
      plans: api.changeSets in document.paths,
    };
  });
}

const titleTemplateOf = ({ title, titleTemplate }: { title: string; titleTemplate?: string }): string =>
  titleTemplate ?? `{${title}}`;

function referredBy(view: Schema, titles: Map<string, string>): Record<string, string> {
  const referred: Record<string, string> = {};
  for (const [field, schema] of Object.entries(view.properties ?? {})) {
    const template = titles.get(referenceOf(schema)?.resource ?? '');
    if (template !== undefined) referred[field] = template;
  }
  return referred;
}

function operationsOf(document: ApiDocument, extension: XResource): Resource['operations'] {
  const found: Resource['operations'] = {};
  for (const action of ACTIONS) {
    // Those that are not declared may be served under their name.
    const id = extension.operations[action] ?? document.paths[`${extension.path}/${action}`]?.get?.operationId;
    const served = id ? operation(document, id) : undefined;
    if (served) found[action] = served;
  }
  return found;
}

/** The columns that the resource names, then every other field that fits a cell, hidden by default. */
export function columnsOf(
  extension: Pick<XResource, 'listColumns' | 'title' | 'sortable' | 'idField'>,
  view: Schema,
): Column[] {
  const properties = view.properties ?? {};
  const named = extension.listColumns.filter((field) => field in properties);
  const first = named.includes(extension.title)
    ? named
    : [extension.title, ...named].filter((field) => field in properties);
  const others = Object.keys(properties).filter(
    (field) => field !== extension.idField && !first.includes(field) && fitsCell(properties[field]),
  );
  return [...first, ...others].map((field) => {
    const schema = properties[field] as Schema;
    return {
      field,
      label: labelOf(field, schema),
      schema,
      kind: kindOf(schema),
      sortable: extension.sortable.includes(field),
      usual: first.includes(field),
      hideable: field !== extension.title,
    };
  });
}

function fitsCell(schema: Schema | undefined): boolean {
  if (!schema || ['facts', 'image', 'images'].includes(kindOf(schema))) return false;
  return schema.type !== undefined || schema.enum !== undefined || schema['x-reference'] !== undefined;
}

/** Lower case, except for abbreviations. */
export function uncapitalized(label: string): string {
  return label
    .split(' ')
    .map((word) => (word.length > 1 && word === word.toUpperCase() ? word : word.toLowerCase()))
    .join(' ');
}

type Titled = Pick<Resource, 'titleTemplate' | 'idField'> & Partial<Pick<Resource, 'referred' | 'titled'>>;

/** The title of a record, or its identifier. */
export function titleOf(resource: Titled, record: Record<string, unknown>): string {
  const title =
    resource.titled?.(record) ??
    filled(resource.titleTemplate, (field) =>
      textOf(record[field], (shown) => nameOf(shown, resource.referred?.[field])),
    );
  return title || String(record[resource.idField] ?? '');
}

/** The first field of a record's title, which is the first column of a list. */
export const titleFieldOf = (resource: Titled & Pick<Resource, 'title'>, record: Record<string, unknown>): string =>
  titleOf({ ...resource, titleTemplate: `{${resource.title}}`, idField: '' }, record);

/** Distinguishes a record from others with a similar title; empty where the title suffices. Days are formatted. */
export function hintOf(
  resource: Pick<Resource, 'hintTemplate' | 'view' | 'referred'>,
  record: Record<string, unknown>,
): string {
  return filled(resource.hintTemplate ?? '', (field) => {
    const schema = resource.view.properties?.[field] ?? {};
    const value = record[field];
    const text = textOf(value, (shown) => nameOf(shown, resource.referred[field]));
    if (text && kindOf(schema) === 'date') return formatDate(text);
    return schema['x-labels']?.[text] ?? text;
  });
}

/** The title of a reference, as far as its fields are known, else its name. */
export function nameOf(value: Record<string, unknown>, template?: string): string {
  const title =
    template === undefined ? '' : filled(template, (field) => textOf(value[field], (shown) => nameOf(shown)));
  if (title) return title;
  const name = value['name'] ?? value['title'];
  if (name !== undefined && name !== null) return String(name);
  const text = Object.entries(value).find(([key, one]) => key !== '_id' && key !== 'id' && typeof one === 'string');
  return String(text?.[1] ?? value['_id'] ?? value['id'] ?? '');
}

/** Whether all fields of a reference's title are known. */
export const isWhole = (value: Record<string, unknown>, template: string): boolean =>
  fieldsOf(template).every((field) => field in value);

/** The identifier of a reference. */
export function idOf(value: { _id?: unknown; id?: unknown }): string {
  return String(value['_id'] ?? value.id ?? '');
}

/** A count with its noun: `1 unit`, `12 units`. */
export const nounOf = (resource: { noun: string; nouns: string }, count: number): string =>
  count === 1 ? resource.noun : resource.nouns;
