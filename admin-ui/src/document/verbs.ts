// The verbs of a resource, as the document describes them: operations at `{path}/{id}/<verb>` besides the standard
// ones.
import type { ApiDocument, DocumentOperation, Operation, Schema, XResource, XVerb } from '@mizan/openapi/document';
import { labelOf, resolved } from './schema.ts';

export interface Verb extends Omit<XVerb, 'danger' | 'primary' | 'many'> {
  /** The last segment of its path: `set-password`. */
  name: string;
  operation: Operation;
  /** The schema of its input; undefined when it takes none. */
  body?: Schema;
  danger: boolean;
  primary: boolean;
  many: boolean;
}

/** The verbs of a resource, in the order of the document, without those whose body is not a JSON object. */
export function verbsOf(document: ApiDocument, resource: XResource): Verb[] {
  const own = new Set(Object.values(resource.operations));
  const verbs: Verb[] = [];
  for (const [path, { get, post }] of Object.entries(document.paths)) {
    const name = nameIn(path, resource.path);
    // What can also be read is a list below the record, such as its comments.
    if (name === undefined || get || post === undefined || own.has(post.operationId)) continue;
    const body = bodyOf(document, post);
    if (body !== undefined && !takesFields(body)) continue;
    const fields = Object.values(body?.properties ?? {});
    verbs.push({
      label: post.summary || labelOf(name.replaceAll('-', ' '), undefined),
      ...post['x-verb'],
      name,
      operation: {
        id: post.operationId,
        method: 'post',
        path,
        permission: post['x-permission'],
        ...(post['x-undoable'] && { undoable: true }),
      },
      ...(body && fields.length > 0 && { body }),
      danger: post['x-verb']?.danger ?? false,
      primary: post['x-verb']?.primary ?? false,
      // A secret is for one record only.
      many: post['x-verb']?.many ?? !fields.some(isSecret),
    });
  }
  return verbs;
}

/** The verb in a path below a record. */
function nameIn(path: string, resource: string): string | undefined {
  if (!path.startsWith(`${resource}/`)) return undefined;
  return /^\/\{[^{}/]+\}\/([^{}/]+)$/.exec(path.slice(resource.length))?.[1];
}

function bodyOf(document: ApiDocument, operation: DocumentOperation): Schema | undefined {
  const content = operation.requestBody?.content;
  if (!content) return undefined;
  const json = content['application/json'];
  return json ? resolved(document, json.schema) : {};
}

const takesFields = (schema: Schema): boolean => schema.type === 'object' || schema.properties !== undefined;

const isSecret = (schema: Schema): boolean => schema.writeOnly === true || schema['x-widget'] === 'password';
