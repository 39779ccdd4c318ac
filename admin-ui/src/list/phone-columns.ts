// What of a record a phone has room for: its title, its status, and two columns more.
import type { Column, Resource } from '../document/resources.ts';
import type { Kind } from '../document/schema.ts';
import { isMissing } from '../fields/value.tsx';

/** What takes more than part of a line. */
const LONG: Kind[] = ['facts', 'link', 'list', 'long-text', 'references'];
const MORE = 2;

export interface PhoneColumns {
  status: Column | undefined;
  /** The two that say something of this record. */
  more: (record: Record<string, unknown>) => Column[];
}

/** Chooses among the columns that are shown, in their order. `drawn` are fields that a module draws in its own way. */
export function phoneColumns(
  { title, titleTemplate }: Pick<Resource, 'title' | 'titleTemplate'>,
  shown: Column[],
  drawn: string[],
): PhoneColumns {
  const inTitle = [...(titleTemplate ?? '').matchAll(/\{(\w+)\}/g)].map(([, field]) => field);
  const free = shown.filter(({ field }) => field !== title && !inTitle.includes(field));
  const status =
    free.find(({ kind }) => kind === 'choice') ??
    free.find(({ kind, field }) => kind === 'boolean' && drawn.includes(field));
  const short = free.filter((column) => column !== status && !LONG.includes(column.kind));
  return { status, more: (record) => short.filter(({ field }) => !isMissing(record[field])).slice(0, MORE) };
}
