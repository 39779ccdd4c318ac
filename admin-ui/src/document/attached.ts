// What the document offers below a record, `{path}/{id}/…`, besides verbs: comments, files, and the deliveries of a webhook.
import type { Method, Operation } from '@mizan/openapi/document';
import type { Resource } from './resources.ts';

const AT = {
  comments: ['get', 'comments'],
  commentAdd: ['post', 'comments'],
  commentEdit: ['patch', 'comments/{}'],
  commentDelete: ['delete', 'comments/{}'],
  people: ['get', 'comments/people'],
  files: ['get', 'files'],
  fileAdd: ['post', 'files'],
  file: ['get', 'files/{}'],
  fileDelete: ['delete', 'files/{}'],
  deliveries: ['get', 'deliveries'],
  replay: ['post', 'deliveries/{}/replay'],
} as const satisfies Record<string, [Method, string]>;

/** The operations that the document has, by what they do. */
export type Attached = Partial<Record<keyof typeof AT, Operation>>;

type Described = Pick<Resource, 'path' | 'paths'>;

const known = new WeakMap<Described, Attached>();

/** Looked up once for each resource. */
export function attachedTo(resource: Described): Attached {
  const attached = known.get(resource) ?? lookUp(resource);
  known.set(resource, attached);
  return attached;
}

function lookUp(resource: Described): Attached {
  const below = new Map(
    Object.entries(resource.paths).flatMap(([path, item]) => {
      const rest = restOf(path, resource.path);
      return rest === undefined ? [] : [[rest, { path, item }] as const];
    }),
  );
  const found: Attached = {};
  for (const [name, [method, rest]] of Object.entries(AT) as [keyof Attached, [Method, string]][]) {
    const { path = '', item } = below.get(rest) ?? {};
    const operation = item?.[method];
    if (operation) found[name] = { id: operation.operationId, method, path, permission: operation['x-permission'] };
  }
  return found;
}

/** The part of a path below a record, with `{}` for each parameter. */
const restOf = (path: string, resource: string): string | undefined =>
  path.startsWith(`${resource}/{`)
    ? /^\/\{[^{}/]+\}\/(.+)$/.exec(path.slice(resource.length))?.[1]?.replaceAll(/\{[^{}]+\}/g, '{}')
    : undefined;

/** The path of an operation with these values in place of its parameters. */
export const pathOf = ({ path }: Operation, ...values: string[]): string => {
  const left = [...values];
  return path.replaceAll(/\{[^{}]+\}/g, () => encodeURIComponent(left.shift() ?? ''));
};
