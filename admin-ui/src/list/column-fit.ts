// How columns of a list share the width, by their contents on this page.
import { titleOf, type Column, type Resource } from '../document/resources.ts';
import type { Kind } from '../document/schema.ts';

/**
 * Short columns keep their width, texts are cut when there is not enough room, long texts share the remaining width on
 * two lines. A picture, which a module draws in place of an address, gets none of it.
 */
export type Fit = 'picture' | 'short' | 'text' | 'long';

const SHORT: Kind[] = ['number', 'boolean', 'date', 'moment', 'choice'];
const READ: Kind[] = ['text', 'long-text'];
/** Up to this number of characters a text is never cut; from SENTENCE on it is a long text. */
const NEVER_CUT = 18;
const SENTENCE = 40;

/** `drawn` are the fields that a module draws; nothing is known about their width. */
export function fitOf(
  resource: Pick<Resource, 'title' | 'referred' | 'titled'>,
  { field, kind }: Column,
  records: Record<string, unknown>[] | undefined,
  drawn: string[],
): Fit {
  // A module's titles are read.
  if (resource.titled && field === resource.title) return 'long';
  if (SHORT.includes(kind)) return 'short';
  if (kind === 'link' && drawn.includes(field)) return 'picture';
  if (!records?.length || drawn.includes(field)) return 'text';
  if (!READ.includes(kind) && kind !== 'reference') return 'text';
  // A reference by identifier is shown by its title, which may be long.
  if (kind === 'reference' && records.some((record) => typeof record[field] === 'string')) return 'text';
  const column = { referred: resource.referred, titleTemplate: `{${field}}`, idField: '' };
  const longest = Math.max(...records.map((record) => titleOf(column, record).length));
  if (longest <= NEVER_CUT) return 'short';
  return longest > SENTENCE && READ.includes(kind) && field !== resource.title ? 'long' : 'text';
}
