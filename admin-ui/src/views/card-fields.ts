// What the card of a record shows beside its title: the first visible columns that are short and have a value.
import type { RaRecord } from 'ra-core';
import type { Column, Resource } from '../document/resources.ts';
import type { Kind } from '../document/schema.ts';
import { fieldsOf } from '../document/title.ts';
import { isMissing } from '../fields/value.tsx';

/** Kinds that need more than a line. */
const LONG = new Set<Kind>(['facts', 'image', 'images', 'link', 'list', 'long-text', 'references']);
const MOST = 3;

/** `drawn` are the fields that the view shows already. */
export function cardColumns(resource: Resource, columns: Column[], drawn: string[]): Column[] {
  const shown = new Set([resource.title, ...fieldsOf(resource.titleTemplate ?? ''), ...drawn]);
  return columns.filter(({ field, kind }) => !shown.has(field) && !LONG.has(kind));
}

export const cardFields = (columns: Column[], record: RaRecord<string>): Column[] =>
  columns.filter(({ field }) => !isMissing(record[field])).slice(0, MOST);
