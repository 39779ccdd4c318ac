// Numbers, days and moments that could not be read: in a form's data they are the texts that were typed, so that nothing but what
// is seen is ever sent.
import type { Schema } from '@mizan/openapi/document';
import { isBusinessDay } from '@mizan/ui-kit/day';
import { dayProblem, momentProblem, numberProblem } from '@mizan/ui-kit/entry-problems';
import { isMoment } from '@mizan/ui-kit/moment';
import { isObject } from '../data/changes.ts';
import type { FieldProblem } from '../data/problems.ts';
import { kindOf } from '../document/schema.ts';
import { limitsOf } from './inputs.tsx';

/** The problems of unread texts, whatever else the schema says of them. */
export function unreadIn(schema: Schema, data: unknown, pointer = ''): FieldProblem[] {
  if (Array.isArray(data)) return data.flatMap((one, at) => unreadIn(schema.items ?? {}, one, `${pointer}/${at}`));
  if (isObject(data))
    return Object.entries(schema.properties ?? {}).flatMap(([field, property]) =>
      unreadIn(property, data[field], `${pointer}/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    );
  if (typeof data !== 'string') return [];
  const message = messageFor(schema, data);
  return message === undefined ? [] : [{ pointer, message }];
}

function messageFor(schema: Schema, text: string): string | undefined {
  const kind = kindOf(schema);
  if (kind === 'number') return numberProblem(text, limitsOf(schema)) ?? schema['x-messages']?.['type'];
  if (kind === 'moment' && !isMoment(text)) return momentProblem(text) ?? schema['x-messages']?.['format'];
  return kind === 'date' && !isBusinessDay(text) ? (dayProblem(text) ?? schema['x-messages']?.['format']) : undefined;
}
