// Validates a form's data in the browser with the server's schema, without evaluating code. Messages come from the
// schema's `x-messages` only, so that browser and server show the same ones.
import { Validator, type OutputUnit } from '@cfworker/json-schema';
import type { Schema } from '@mizan/openapi/document';
import { m } from '@mizan/ui-kit/messages';
import type { RJSFSchema, ValidationData, ValidatorType } from '@rjsf/utils';
import { segmentsOf, type FieldProblem } from '../data/problems.ts';

// The library also reports each parent of an invalid value.
const PARENTS = new Set([
  'properties',
  'items',
  'prefixItems',
  '$ref',
  'allOf',
  'if',
  'then',
  'else',
  'dependentSchemas',
  'contains',
]);
const DRAFT = '2020-12';

const compiled = new WeakMap<object, Validator>();

function validatorFor(schema: object): Validator {
  const known = compiled.get(schema);
  if (known) return known;
  const validator = new Validator(schema, DRAFT, false);
  compiled.set(schema, validator);
  return validator;
}

/** A key with the value undefined would count as present. */
const clean = (data: unknown): unknown => (data === undefined ? {} : JSON.parse(JSON.stringify(data)));

/** All errors with their messages, in the order of the schema. */
export function problemsOf(schema: Schema, data: unknown): FieldProblem[] {
  const { errors } = validatorFor(schema).validate(clean(data));
  return errors.filter(saysSomething).map((unit) => problem(schema, unit));
}

function saysSomething({ keyword, keywordLocation }: OutputUnit): boolean {
  return !PARENTS.has(keyword) && !/\/(oneOf|anyOf)\//.test(keywordLocation) && keyword !== 'false';
}

function problem(schema: Schema, unit: OutputUnit): FieldProblem {
  const pointer = decodeURI(unit.instanceLocation.slice(1));
  const subschema = schemaAt(schema, unit.keywordLocation);
  const missing = unit.keyword === 'required' ? namedIn(unit.error) : undefined;
  if (missing !== undefined) {
    const messages = subschema?.properties?.[missing]?.['x-messages'];
    // A field with a default has no `required` message, since the server fills it in; the `type` message is enough.
    const message = messages?.['required'] ?? messages?.['type'];
    return {
      pointer: `${pointer}/${missing.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      message: message ?? m.admin_field_invalid(),
    };
  }
  return { pointer, message: subschema?.['x-messages']?.[unit.keyword] ?? m.admin_field_invalid() };
}

const namedIn = (error: string): string | undefined => /property "(.+?)"/.exec(error)?.[1];

/** The schema that contains a keyword. */
function schemaAt(schema: Schema, keywordLocation: string): Schema | undefined {
  const path = segmentsOf(decodeURI(keywordLocation)).slice(0, -1);
  let node: unknown = schema;
  for (const segment of path) {
    if (typeof node !== 'object' || node === null) return undefined;
    node = (node as Record<string, unknown>)[segment];
  }
  return node as Schema | undefined;
}

/**
 * The validator that rjsf requires. rjsf only uses it to choose branches of a schema; `problemsOf` validates the form.
 */
export const rjsfValidator: ValidatorType = {
  isValid(schema, data, root) {
    try {
      const within = root.$defs ? { ...schema, $defs: root.$defs } : schema;
      return validatorFor(within).validate(clean(data)).valid;
    } catch {
      return false;
    }
  },
  rawValidation: (schema: RJSFSchema, data: unknown) => ({
    errors: validatorFor(schema).validate(clean(data)).errors as never[],
  }),
  validateFormData: (): ValidationData<unknown> => ({ errors: [], errorSchema: {} }),
};
