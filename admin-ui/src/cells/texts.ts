// A cell as a text: as it is copied, and as it is shown of a change.
import type { Schema } from '@mizan/openapi/document';
import { isBusinessDay } from '@mizan/ui-kit/day';
import { formatDate, formatDateTime, formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { isMoment } from '@mizan/ui-kit/moment';
import { isObject } from '../data/changes.ts';
import { idOf, nameOf } from '../document/resources.ts';
import { kindOf, referenceOf, referenceWithin } from '../document/schema.ts';
import { isMissing, labelOfBoolean, labelOfChoice } from '../fields/value.tsx';

/** The titles of records by their identifiers. */
export type Names = Record<string, string>;

/** The text of a form's value, which `readText` reads as the same value. */
export function textOf(value: unknown, schema: Schema, names: Names = {}): string {
  if (isMissing(value)) return '';
  if (isObject(value)) return names[idOf(value)] ?? nameOf(value);
  if (Array.isArray(value)) return value.map((one) => textOf(one, schema.items ?? {}, names)).join(', ');
  const kind = kindOf(schema);
  if (kind === 'choice') return labelOfChoice(value, schema);
  if (kind === 'boolean') return labelOfBoolean(value === true, schema);
  return names[String(value)] ?? String(value);
}

/** A form's value as it is shown. */
export function shownText(value: unknown, schema: Schema, names: Names = {}): string {
  if (isMissing(value)) return m.admin_value_missing();
  const kind = kindOf(schema);
  if (typeof value === 'number') return formatNumber(value, 6);
  if (kind === 'date' && typeof value === 'string' && isBusinessDay(value)) return formatDate(value);
  if (kind === 'moment' && typeof value === 'string' && isMoment(value)) return formatDateTime(value);
  return textOf(value, schema, names);
}

/** The resource that a field refers to, by itself or as a group with an identifier. */
export const targetOf = (schema: Schema): string | undefined =>
  (referenceOf(schema) ?? referenceOf(referenceWithin(schema)?.property))?.resource;

/** Titles are compared without case and surrounding spaces. */
export const folded = (text: string): string => text.trim().toLowerCase();
