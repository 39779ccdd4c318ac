// The cards of a form: first the fields without a group, then the groups of the document.
import type { Schema, XGroup } from '@mizan/openapi/document';
import { m } from '@mizan/ui-kit/messages';
import { isChoices, kindOf, referenceOf, referenceWithin } from '../document/schema.ts';

export interface Card {
  title?: string;
  description?: string | undefined;
  fields: string[];
  /** Its only field has a title of its own, which becomes that of the card. */
  titled?: boolean;
}

/** The cards of these fields, in their order. */
export function cardsOf(fields: string[], schema: Schema, groups: XGroup[] = []): Card[] {
  const grouped = new Map<XGroup, string[]>(groups.map((group) => [group, []]));
  const single: string[] = [];
  for (const field of fields) {
    const named = nameInView(field, schema.properties?.[field]);
    const group = groups.find((one) => one.fields.includes(named) || one.fields.includes(field));
    if (group) grouped.get(group)?.push(field);
    else single.push(field);
  }
  return [...usualCards(single, schema), ...[...grouped].flatMap(([group, found]) => groupCard(group, found, schema))];
}

function groupCard(group: XGroup, fields: string[], schema: Schema): Card[] {
  if (fields.length === 0) return [];
  const named = (field: string) => group.fields.indexOf(nameInView(field, schema.properties?.[field]));
  const [first = ''] = fields;
  const titled = fields.length === 1 && hasOwnTitle(schema.properties?.[first]);
  return [
    {
      title: group.title,
      description: group.description,
      fields: fields.toSorted((one, other) => named(one) - named(other)),
      titled,
    },
  ];
}

/**
 * Without groups the first plain fields are the basic information, each object or list has its own card, and the plain
 * fields that follow share another one.
 */
function usualCards(fields: string[], schema: Schema): Card[] {
  const cards: { own: boolean; fields: string[] }[] = [];
  for (const field of fields) {
    const own = hasOwnTitle(schema.properties?.[field]);
    const plain = own ? undefined : cards.findLast((card) => !card.own);
    const joins = plain && (plain === cards.at(-1) || plain !== cards.find((card) => !card.own));
    if (joins) plain.fields.push(field);
    else cards.push({ own, fields: [field] });
  }
  const first = cards.find((card) => !card.own);
  return cards.map((card) => ({
    fields: card.fields,
    ...(!card.own && { title: card === first ? m.admin_form_basic() : m.admin_form_details() }),
  }));
}

/** The name of an input field in the view schema: `project` for `projectId`. */
function nameInView(field: string, schema: Schema | undefined): string {
  const within = schema && referenceWithin(schema)?.property;
  return referenceOf(schema)?.view ?? within?.['x-reference']?.view ?? field;
}

/** A list with a row for each entry. */
export const isPlainList = (schema: Schema): boolean => kindOf(schema) === 'list' && !isChoices(schema);

function hasOwnTitle(schema: Schema | undefined): boolean {
  if (!schema) return false;
  return (kindOf(schema) === 'facts' && !referenceWithin(schema)) || isPlainList(schema);
}

/** Texts up to this length have half the width of a card. */
const SHORT_TEXT = 300;

/** Whether a field has the whole width of its card. */
export function isWide(schema: Schema | undefined): boolean {
  if (!schema) return false;
  if (schema['x-widget'] === 'image' || schema['x-widget'] === 'images') return true;
  switch (kindOf(schema)) {
    case 'list':
    case 'references':
    case 'long-text':
      return true;
    case 'facts':
      return !referenceWithin(schema);
    case 'text':
      return (schema.maxLength ?? 0) > SHORT_TEXT;
    default:
      return false;
  }
}
