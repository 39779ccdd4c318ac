// What a question is about: the operation, and the record and field if there are any.
import type { Question } from '../data/why.ts';
import type { Resource } from '../document/resources.ts';

export interface Meant {
  resource: string;
  action: string;
  /** Undefined when no resource has such an operation. */
  operation: string | undefined;
  record?: string;
  field?: string;
}

/**
 * The operation of a question: the one at the path of the request, else the first that needs the permission, of one
 * record if it is about one.
 */
export function meant({ permission, operation, path, record, field }: Question, resources: Resource[]): Meant {
  const [resource = '', action = ''] = permission.split(':');
  const all = resources
    .flatMap((one) => [...Object.values(one.operations), ...one.verbs.map((verb) => verb.operation)])
    .filter((one) => one.permission === permission && (record === undefined || one.path.includes('{')));
  const at = all.map((one) => ({ one, found: path === undefined ? null : patternOf(one.path).exec(path) }));
  const there = at.find(({ found }) => found !== null);
  const id = record ?? there?.found?.[1];
  return {
    resource,
    action,
    operation: operation ?? (there?.one ?? all[0])?.id,
    ...(id !== undefined && isId(id) && { record: id }),
    ...(field !== undefined && { field }),
  };
}

/** Its first group is the identifier. */
const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '([^/]+)')}$`);

const isId = (text: string): boolean => /^[0-9a-f]{24}$/.test(text);
