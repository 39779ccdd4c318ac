// What of a list's filter or search cannot be applied. While there is anything, the list shows no records: it would
// show more than was asked for.
import { wrongConditions, type FilterDefinition, type WrongCondition } from './filter-definition.ts';
import type { ReadFilter } from './filter-group.ts';

/** The server's maximum length of a search. */
export const LONGEST_SEARCH = 200;

/**
 * A condition that the definitions do not allow, a filter that cannot be read, one of a user who may not filter or of a
 * list that cannot be filtered, or a search that is too long.
 */
export type FilterProblem = WrongCondition | { wrong: 'unreadable' | 'forbidden' | 'fixed' | 'search' };

interface Requested extends ReadFilter {
  search: string;
}

/** `definitions` are undefined until they are loaded. */
export function problemsIn(
  { filters, unreadable, search }: Requested,
  mayFilter: boolean,
  definitions: FilterDefinition[] | undefined,
): FilterProblem[] {
  const tooLong: FilterProblem[] = search.length > LONGEST_SEARCH ? [{ wrong: 'search' }] : [];
  if (!mayFilter && (filters || unreadable !== undefined)) return [{ wrong: 'forbidden' }, ...tooLong];
  if (unreadable !== undefined) return [{ wrong: 'unreadable' }, ...tooLong];
  return [...(filters && definitions ? wrongConditions(filters, definitions) : []), ...tooLong];
}
