// The schema of a form and its uiSchema, both derived from the resource's schemas.
import type { Schema } from '@mizan/openapi/document';
import { m } from '@mizan/ui-kit/messages';
import type { UiSchema } from '@rjsf/utils';
import type { ComponentType } from 'react';
import { segmentsOf, type FieldProblem } from '../data/problems.ts';
import type { Resource } from '../document/resources.ts';
import { isChoices, kindOf, labelOf, referenceOf, referenceWithin, type Kind } from '../document/schema.ts';
import { labelOfChoice } from '../fields/value.tsx';
import type { InputProps } from '../module/types.ts';
import { fieldOf } from './module-input.tsx';

/** The form schema of a new record; undefined when the resource cannot be created. */
export function createSchema({ input }: Pick<Resource, 'input'>): Schema | undefined {
  return input && { ...input, required: needed(input) };
}

/** The form schema of an existing record: the input without create-only fields. Required fields stay required. */
export function editSchema(resource: Resource): Schema | undefined {
  const { input, patch } = resource;
  if (!input || !patch) return patch;
  const inputFields = Object.entries(input.properties ?? {}).filter(
    ([field, property]) => !property['x-create-only'] && field in (patch.properties ?? {}),
  );
  const fields = new Set(inputFields.map(([field]) => field));
  return {
    ...input,
    properties: Object.fromEntries(inputFields),
    required: needed(input).filter((field) => fields.has(field)),
  };
}

/** Adds create-only fields that can be read, as read-only fields, in the order of the input. */
export function withFixedFields(resource: Resource, schema: Schema): Schema {
  const { input, patch, view } = resource;
  const properties: Record<string, Schema> = {};
  for (const [field, property] of Object.entries(input?.properties ?? {})) {
    const known = schema.properties?.[field];
    const readable = (referenceOf(property)?.view ?? field) in (view.properties ?? {});
    const fixed = property['x-create-only'] && !(field in (patch?.properties ?? {})) && readable && !isSecret(property);
    if (known) properties[field] = known;
    else if (fixed)
      properties[field] = {
        ...property,
        readOnly: true,
        description: m.admin_field_fixed({ label: labelOf(field, property) }),
      };
  }
  return { ...schema, properties: { ...properties, ...schema.properties } };
}

const isSecret = (schema: Schema): boolean => schema.writeOnly === true || schema['x-widget'] === 'password';

/** A field with a default is required, unless it is read-only: it starts with a value and cannot be cleared. */
function needed({ required = [], properties = {} }: Schema): string[] {
  const filled = Object.keys(properties).filter(
    (field) => (properties[field]?.default ?? null) !== null && !properties[field]?.readOnly,
  );
  return [...new Set([...required, ...filled])];
}

/**
 * The schema that rjsf draws: without defaults, which would count as changes of a record that lacks the field, and
 * without examples, which are placeholders here and not suggestions.
 */
export function drawnSchema(schema: Schema): Schema {
  const { default: _default, examples: _examples, ...rest } = schema;
  const out: Schema = rest;
  if (out.properties) {
    out.properties = Object.fromEntries(
      Object.entries(out.properties).map(([field, property]) => [
        field,
        drawnSchema({ ...property, title: labelOf(field, property) }),
      ]),
    );
  }
  if (out.items) out.items = drawnSchema(out.items);
  return out;
}

/** The inputs that a module defines, by the names of their fields. */
export type Inputs = Record<string, ComponentType<InputProps> | undefined>;

/** The widget of each field. */
export function uiSchemaOf(schema: Schema, inputs: Inputs = {}): UiSchema {
  const ui: UiSchema = { 'ui:submitButtonOptions': { norender: true } };
  for (const [field, property] of Object.entries(schema.properties ?? {})) {
    const Input = property['x-masked'] ? undefined : inputs[field];
    ui[field] = Input ? { ...uiOf(property), 'ui:field': fieldOf(Input) } : uiOf(property);
  }
  return ui;
}

/** Moves errors of entries to the field, for references and images, whose list is a single control. */
export function atControls(schema: Schema, problems: FieldProblem[]): FieldProblem[] {
  return problems.map((problem) => {
    const [field = ''] = segmentsOf(problem.pointer);
    const property = schema.properties?.[field];
    return property && ONE_CONTROL.has(kindOf(property)) ? { ...problem, pointer: `/${field}` } : problem;
  });
}

const ONE_CONTROL: ReadonlySet<Kind> = new Set(['references', 'image', 'images']);

const namesOf = (schema: Schema): string[] => (schema.enum ?? []).map((one) => labelOfChoice(one, schema));

function uiOf(schema: Schema): UiSchema {
  const ui: UiSchema = {};
  const example = schema.examples?.[0];
  if (example !== undefined) ui['ui:placeholder'] = String(example);
  if (schema.readOnly) ui['ui:disabled'] = true;
  if (schema['x-masked']) return { 'ui:field': 'masked' };
  if (schema.const !== undefined) ui['ui:widget'] = 'hidden';
  if (referenceWithin(schema)) return { ...ui, 'ui:field': 'referenceObject' };
  switch (kindOf(schema)) {
    case 'reference':
      ui['ui:widget'] = 'reference';
      break;
    case 'references':
      ui['ui:widget'] = 'references';
      break;
    case 'image':
      return { ...ui, 'ui:field': 'image' };
    case 'images':
      ui['ui:widget'] = 'images';
      break;
    case 'choice':
      ui['ui:widget'] = schema['x-widget'] === 'radio' ? 'radio' : 'select';
      ui['ui:enumNames'] = namesOf(schema);
      break;
    case 'date':
      ui['ui:widget'] = 'date';
      break;
    case 'boolean':
      if (schema['x-widget'] === 'switch') ui['ui:widget'] = 'switch';
      break;
    case 'number':
      if (schema['x-widget'] === 'slider') ui['ui:widget'] = 'slider';
      break;
    case 'facts':
      Object.assign(ui, uiSchemaOf(schema));
      break;
    case 'list':
      if (isChoices(schema)) {
        ui['ui:widget'] = schema['x-widget'] === 'events' ? 'events' : 'checkboxes';
        ui['items'] = { 'ui:enumNames': namesOf(schema.items ?? {}) };
      } else if (schema.items) ui['items'] = { ...uiOf(schema.items), 'ui:options': { label: false } };
      break;
    case 'long-text':
      ui['ui:widget'] = 'textarea';
      break;
    default:
      if (schema['x-widget'] === 'password') ui['ui:widget'] = 'password';
      if (schema['x-widget'] === 'color') ui['ui:widget'] = 'color';
  }
  return ui;
}
