// The fields of a record that fit on a phone: title, status, and two more.
import type { Column, Resource } from '../document/resources.ts';
import type { Kind } from '../document/schema.ts';
import { isMissing } from '../fields/value.tsx';

/** Kinds that need more than part of a line. */
const LONG: Kind[] = ['facts', 'link', 'list', 'long-text', 'references'];
const MORE = 2;

export interface PhoneColumns {
  status: Column | undefined;
  /** The two that have a value in this record. */
  more: (record: Record<string, unknown>) => Column[];
}

/** Chooses from the visible columns, in their order. `drawn` are the fields that a module draws. */
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
