// Reads schemas of the document: resolves references and drops "or null", so that form, list and validator use one
// plain, self-contained schema per resource.
import type { ApiDocument, Schema, XReference } from '@mizan/openapi/document';

const PREFIX = '#/components/schemas/';

/** The schema with that name, with every reference resolved. A recursive reference becomes "anything". */
export function schemaOf(document: ApiDocument, name: string): Schema {
  return resolve(document, { $ref: PREFIX + name }, []);
}

/** A schema of the document with every reference resolved. */
export const resolved = (document: ApiDocument, schema: Schema): Schema => resolve(document, schema, []);

function resolve(document: ApiDocument, schema: Schema, within: string[]): Schema {
  if (schema.$ref) {
    const name = schema.$ref.slice(PREFIX.length);
    const { $ref: _, ...siblings } = schema;
    const target = document.components.schemas[name];
    if (!target || within.includes(name)) return siblings;
    return resolve(document, { ...target, ...siblings }, [...within, name]);
  }
  const branch = onlyBranch(schema);
  if (branch) {
    const { anyOf: _any, oneOf: _one, allOf: _all, ...siblings } = schema;
    return resolve(document, { ...branch, ...siblings }, within);
  }
  const out: Schema = { ...schema };
  if (Array.isArray(out.type)) {
    const types = out.type.filter((type) => type !== 'null');
    if (types.length === 1) out.type = types[0];
  }
  if (out.enum) out.enum = out.enum.filter((value) => value !== null);
  if (out.properties) {
    out.properties = Object.fromEntries(
      Object.entries(out.properties).map(([key, property]) => [key, resolve(document, property, within)]),
    );
  }
  if (out.items) out.items = resolve(document, out.items, within);
  for (const key of ['oneOf', 'anyOf', 'allOf'] as const) {
    if (out[key]) out[key] = out[key].map((one) => resolve(document, one, within));
  }
  return out;
}

/** The single meaningful branch of "this or null" or of "all of one". */
function onlyBranch(schema: Schema): Schema | undefined {
  const branches = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (!branches) return undefined;
  const saying = branches.filter((branch) => branch.type !== 'null' && branch.const !== null);
  if (saying.length !== 1) return undefined;
  return saying[0];
}

/** The kind of a value, which decides how it is displayed and edited. */
export type Kind =
  | 'reference'
  | 'references'
  | 'choice'
  | 'number'
  | 'boolean'
  | 'date'
  | 'moment'
  | 'list'
  | 'facts'
  | 'email'
  | 'link'
  | 'image'
  | 'images'
  | 'long-text'
  | 'text';

export function kindOf(schema: Schema): Kind {
  if (referenceOf(schema)) return schema.type === 'array' ? 'references' : 'reference';
  if (schema.enum) return 'choice';
  if (isNamed(schema)) return 'reference';
  if (schema['x-widget'] === 'image' || schema['x-widget'] === 'images') return schema['x-widget'];
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'array':
      return 'list';
    case 'object':
      return 'facts';
  }
  if (schema.format === 'date') return 'date';
  if (schema.format === 'date-time') return 'moment';
  if (schema.format === 'email') return 'email';
  if (schema.format === 'uri') return 'link';
  if (schema['x-widget'] === 'textarea') return 'long-text';
  return 'text';
}

/** An object with identifier and name, of an unspecified resource. */
const isNamed = ({ type, properties }: Schema): boolean =>
  type === 'object' && properties?.['_id'] !== undefined && properties['name'] !== undefined;

/** The resource that a field refers to, by itself or by its entries. */
export const referenceOf = (schema: Schema | undefined): XReference | undefined =>
  schema?.['x-reference'] ?? schema?.items?.['x-reference'];

/** The schema of a list's entries. That they are references may be declared at the list. */
export function entryOf(schema: Schema): Schema {
  const reference = referenceOf(schema);
  return { ...schema.items, ...(reference && { 'x-reference': reference }) };
}

/** Several of a few options, each at most once. */
export const isChoices = (schema: Schema): boolean => schema.uniqueItems === true && schema.items?.enum !== undefined;

/** The label of a field: its title, else its name as words. */
export function labelOf(field: string, schema: Schema | undefined): string {
  return schema?.title ?? spacedName(field);
}

function spacedName(field: string): string {
  const spaced = field
    .replaceAll('_', ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .trim()
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** The property with the identifier, for an object that consists of nothing else (`{_id}`). */
export function referenceWithin(schema: Schema): { key: string; property: Schema } | undefined {
  const entries = Object.entries(schema.properties ?? {});
  const [only] = entries;
  if (entries.length !== 1 || !only?.[1]['x-reference']) return undefined;
  return { key: only[0], property: only[1] };
}
