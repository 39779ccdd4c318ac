// How the facts of a record are grouped on its view: plain ones in the order of the schema, each set of facts by
// itself, and when it was made and changed at the foot.
import type { Schema } from '@mizan/openapi/document';
import { m } from '@mizan/ui-kit/messages';
import type { Resource } from '../document/resources.ts';
import { kindOf, labelOf } from '../document/schema.ts';

export interface Fact {
  field: string;
  label: string;
  schema: Schema;
}

export interface FactCard {
  title: string;
  facts: Fact[];
  /** The property that holds these facts, when it is not the record itself. */
  within?: string;
}

export function factGroups(resource: Resource): { cards: FactCard[]; times: Fact[] } {
  const plain: Fact[] = [];
  const times: Fact[] = [];
  const sets: FactCard[] = [];
  for (const [field, schema] of Object.entries(resource.view.properties ?? {})) {
    if (field === resource.idField) continue;
    const fact = { field, label: labelOf(field, schema), schema };
    const kind = kindOf(schema);
    if (kind === 'moment' && !resource.input?.properties?.[field]) times.push(fact);
    else if (kind === 'facts' && schema.properties)
      sets.push({ title: fact.label, facts: factsOf(schema), within: field });
    else plain.push(fact);
  }
  return { cards: [{ title: m.admin_form_details(), facts: plain }, ...sets], times };
}

const factsOf = (schema: Schema): Fact[] =>
  Object.entries(schema.properties ?? {}).map(([field, property]) => ({
    field,
    label: labelOf(field, property),
    schema: property,
  }));
