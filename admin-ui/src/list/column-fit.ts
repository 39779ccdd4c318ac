// How much room a column of a list needs, by what stands in it on this page.
import { titleOf, type Column, type Resource } from '../document/resources.ts';
import type { Kind } from '../document/schema.ts';

/**
 * A short one keeps its width; a text is cut where there is not room for all; a long text takes the room that the others
 * leave, in two lines.
 */
export type Fit = 'short' | 'text' | 'long';

const SHORT: Kind[] = ['number', 'boolean', 'date', 'moment', 'choice'];
const READ: Kind[] = ['text', 'long-text'];
/** So many characters are never worth cutting, and more than so many are a sentence. */
const NEVER_CUT = 18;
const SENTENCE = 40;

/** `drawn` are fields that a module draws in its own way, of which nothing is known here. */
export function fitOf(
  resource: Pick<Resource, 'title' | 'referred'>,
  { field, kind }: Column,
  records: Record<string, unknown>[] | undefined,
  drawn: string[],
): Fit {
  if (SHORT.includes(kind)) return 'short';
  if (!records?.length || drawn.includes(field)) return 'text';
  if (!READ.includes(kind) && kind !== 'reference') return 'text';
  // What is known by its identifier alone has a name that may be of any length.
  if (kind === 'reference' && records.some((record) => typeof record[field] === 'string')) return 'text';
  const column = { referred: resource.referred, titleTemplate: `{${field}}`, idField: '' };
  const longest = Math.max(...records.map((record) => titleOf(column, record).length));
  if (longest <= NEVER_CUT) return 'short';
  return longest > SENTENCE && READ.includes(kind) && field !== resource.title ? 'long' : 'text';
}
