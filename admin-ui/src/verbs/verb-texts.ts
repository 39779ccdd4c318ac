// Whether a verb applies to a record, and its texts filled in for the record.
import type { Me } from '@mizan/ui-kit/session';
import { isObject } from '../data/changes.ts';
import { idOf, nameOf } from '../document/resources.ts';
import { textOf } from '../document/title.ts';
import type { Verb } from '../document/verbs.ts';

/** Whether a record's state allows the verb, and the server lets this user perform it on their own account. */
export function appliesTo(
  { when, ofOthers }: Pick<Verb, 'when' | 'ofOthers'>,
  record: Record<string, unknown>,
  me: Me | null,
): boolean {
  if (ofOthers && me !== null && record['id'] === me.user.id) return false;
  return Object.entries(when ?? {}).every(([field, values]) => values.includes(plain(record[field])));
}

/** A reference is compared by its identifier. */
const plain = (value: unknown): unknown => (isObject(value) ? idOf(value) : (value ?? null));

const PLACEHOLDER = /\{([^{}]+)\}/g;

/** A text of the document in parts: its own words, and the values of `{title}` and of fields. */
export function partsOf(
  text: string,
  title: string,
  record: Record<string, unknown> = {},
): { text: string; own: boolean }[] {
  return text
    .split(PLACEHOLDER)
    .map((part, at) =>
      at % 2 === 0
        ? { text: part, own: true }
        : { text: part === 'title' ? title : textOfValue(record[part]), own: false },
    );
}

/** The same as a string. */
export const filledIn = (...of: Parameters<typeof partsOf>): string =>
  partsOf(...of)
    .map(({ text }) => text)
    .join('');

/** Whether a text suits several records: it contains no field of a record. */
export const isForMany = (text: string): boolean =>
  [...text.matchAll(PLACEHOLDER)].every(([, field]) => field === 'title');

const textOfValue = (value: unknown): string => textOf(value, nameOf);
