// What a verb says of a record: whether it is in the state for it, and its texts with the record's words in them.
import { isObject } from '../data/changes.ts';
import { idOf, nameOf } from '../document/resources.ts';
import { textOf } from '../document/title.ts';
import type { Verb } from '../document/verbs.ts';

/** Whether a record is in a state in which this can be done with it. */
export function appliesTo({ when }: Pick<Verb, 'when'>, record: Record<string, unknown>): boolean {
  return Object.entries(when ?? {}).every(([field, values]) => values.includes(plain(record[field])));
}

/** A record that is referred to counts as its identifier. */
const plain = (value: unknown): unknown => (isObject(value) ? idOf(value) : (value ?? null));

const PLACEHOLDER = /\{([^{}]+)\}/g;

/** A text of the document in parts: its own words, and what stands in the place of `{title}` and of fields. */
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

/** The same as one text. */
export const filledIn = (...of: Parameters<typeof partsOf>): string =>
  partsOf(...of)
    .map(({ text }) => text)
    .join('');

/** Whether a text can be said of several records: it names no field of one. */
export const isForMany = (text: string): boolean =>
  [...text.matchAll(PLACEHOLDER)].every(([, field]) => field === 'title');

const textOfValue = (value: unknown): string => textOf(value, nameOf);
