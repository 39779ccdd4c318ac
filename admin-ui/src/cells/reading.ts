// What a pasted text means, read as a form reads it.
import type { Schema } from '@mizan/openapi/document';
import { dayEntryOf } from '@mizan/ui-kit/day-input';
import { m } from '@mizan/ui-kit/messages';
import { momentEntryOf } from '@mizan/ui-kit/moment-input';
import { numberEntryOf } from '@mizan/ui-kit/number-input';
import { isId } from '../data/filter-definition.ts';
import { isChoices, kindOf, referenceWithin } from '../document/schema.ts';
import { labelOfBoolean, labelOfChoice } from '../fields/value.tsx';
import { limitsOf } from '../form/inputs.tsx';
import { folded, targetOf } from './texts.ts';

export interface Read {
  /** A form's value; undefined clears the field. A number or a day that cannot be read stays a text, as in a form. */
  value?: unknown;
  problem?: string;
}

/** What a search for a title has found: the identifiers of the records that are called so. */
export type Found = ReadonlyMap<string, string[]>;

export function readText(text: string, schema: Schema, found: Found): Read {
  if (text.trim() === '') return { value: undefined };
  if (targetOf(schema) !== undefined) return readReference(text, schema, found);
  if (isChoices(schema)) {
    const all = text.split(',').map((one) => readChoice(one, schema.items ?? {}));
    return all.find(({ problem }) => problem !== undefined) ?? { value: all.map(({ value }) => value) };
  }
  switch (kindOf(schema)) {
    case 'number':
      return { value: numberEntryOf(text, limitsOf(schema)) };
    case 'date':
      return { value: dayEntryOf(text) };
    case 'moment':
      return { value: momentEntryOf(text) };
    case 'choice':
      return readChoice(text, schema);
    case 'boolean':
      return readBoolean(text, schema);
    default:
      return { value: text };
  }
}

function readChoice(text: string, schema: Schema): Read {
  const typed = folded(text);
  const value = schema.enum?.find(
    (one) => folded(labelOfChoice(one, schema)) === typed || folded(String(one)) === typed,
  );
  return value === undefined ? { problem: m.cells_unknown_choice({ value: text.trim() }) } : { value };
}

function readBoolean(text: string, schema: Schema): Read {
  const typed = folded(text);
  const isMeant = (value: boolean) =>
    [labelOfBoolean(value, schema), value ? m.admin_yes() : m.admin_no(), String(value), value ? '1' : '0'].some(
      (one) => folded(one) === typed,
    );
  const value = [true, false].find(isMeant);
  return value === undefined ? { problem: m.cells_unknown_choice({ value: text.trim() }) } : { value };
}

function readReference(text: string, schema: Schema, found: Found): Read {
  const within = referenceWithin(schema);
  const ids = isId(text.trim()) ? [text.trim()] : (found.get(folded(text)) ?? []);
  const [id] = ids;
  if (id === undefined) return { problem: m.cells_unknown_record({ value: text.trim() }) };
  if (ids.length > 1) return { problem: m.cells_unclear_record({ value: text.trim() }) };
  return { value: within ? { [within.key]: id } : id };
}
