// The cards of a record's view: first the fields without a group, plain ones in the order of the schema and each object
// by itself, then the groups of the document. Times of creation and change are at the end.
import type { Schema } from '@mizan/openapi/document';
import { m } from '@mizan/ui-kit/messages';
import type { Resource } from '../document/resources.ts';
import { kindOf, labelOf, referenceOf } from '../document/schema.ts';

export interface Fact {
  field: string;
  label: string;
  schema: Schema;
}

export interface FactCard {
  title: string;
  description?: string;
  facts: Fact[];
  /** The property with these facts, unless they are of the record itself. */
  within?: string;
  /** Its only fact has the same title as the card. */
  titled?: boolean;
}

export function factGroups(resource: Resource): { cards: FactCard[]; times: Fact[] } {
  const all = Object.entries(resource.view.properties ?? {})
    .filter(([field]) => field !== resource.idField)
    .map(([field, schema]) => ({ field, label: labelOf(field, schema), schema }));
  const groups = resource.groups ?? [];
  const grouped = new Set(groups.flatMap(({ fields }) => fields));
  const plain: Fact[] = [];
  const times: Fact[] = [];
  const sets: FactCard[] = [];
  for (const fact of all.filter(({ field }) => !grouped.has(field))) {
    if (kindOf(fact.schema) === 'moment' && !resource.input?.properties?.[fact.field]) times.push(fact);
    else if (isSet(fact)) sets.push(setOf(fact));
    else plain.push(fact);
  }
  const ofGroups = groups.flatMap(({ title, description, fields }): FactCard[] => {
    const facts = fields.flatMap((field) => all.find((fact) => fact.field === field) ?? []);
    const [only] = facts;
    if (!only) return [];
    const heading = { title, ...(description !== undefined && { description }) };
    if (facts.length > 1) return [{ ...heading, facts }];
    return [isSet(only) ? { ...setOf(only), ...heading } : { ...heading, facts, titled: only.label === title }];
  });
  const first = plain.length > 0 ? [{ title: m.admin_form_details(), facts: plain }] : [];
  return { cards: [...first, ...sets, ...ofGroups], times };
}

/** A form with more fields needs no facts beside it. */
const FEW = 3;

/** The facts beside a short form: the groups without a field of `form`. None for a form with many fields. */
export function asideFacts(resource: Resource, form: Schema): FactCard[] {
  const entered = Object.entries(form.properties ?? {}).map(
    ([field, property]) => referenceOf(property)?.view ?? field,
  );
  if (entered.length > FEW) return [];
  return factGroups(resource).cards.filter(
    ({ facts, within }) => !entered.includes(within ?? '') && !facts.some(({ field }) => entered.includes(field)),
  );
}

const isSet = ({ schema }: Fact): boolean => kindOf(schema) === 'facts' && schema.properties !== undefined;

const setOf = ({ field, label, schema }: Fact): FactCard => ({
  title: label,
  within: field,
  facts: Object.entries(schema.properties ?? {}).map(([inner, property]) => ({
    field: inner,
    label: labelOf(inner, property),
    schema: property,
  })),
});
