// The schemas of a document as the types of any language. A schema of an unknown kind is an error, so that no client has a type
// that says nothing by mistake.
//
// A type is one of
//   { kind: 'string', format }, 'integer', 'number', 'boolean'
//   { kind: 'json' }                  any value: the schema says nothing of it
//   { kind: 'scalars', of }           a value of one of several plain kinds
//   { kind: 'enum', name, values }    strings; without a name in parameters
//   { kind: 'array' | 'map' | 'nullable', of }
//   { kind: 'named', name }           a declared type
// and a declared type has also a `description` and is one of
//   { kind: 'object', fields: [{ name, type, isRequired, hasDefault, description }] }
//   { kind: 'union', of: [{ type, form, required }] }    told apart by form and required properties
//   { kind: 'enum', values }
//   { kind: 'alias', type }
import { pascal, singular } from './words.mjs';

/** What is known of schemas: what decides on the type, and what only limits or describes values. */
const KNOWN = new Set(
  `type properties required items enum const anyOf oneOf additionalProperties format $ref
  title description examples default minimum maximum exclusiveMinimum minLength maxLength minItems maxItems uniqueItems pattern
  writeOnly contentMediaType contentSchema`.split(/\s+/),
);
const FORMATS = {
  string: ['date-time', 'date', 'uri', 'email', 'binary'],
  integer: ['int32', 'int64', 'uint', 'uint16', 'uint64'],
  number: ['double'],
  boolean: [],
};
const PLAIN = Object.keys(FORMATS);

export const nullable = (type) =>
  type.kind === 'nullable' || type.kind === 'json' ? type : { kind: 'nullable', of: type };
const isNull = (schema) => schema.type === 'null';
const isConstant = (schema) => schema.type === 'string' && typeof schema.const === 'string';
const nameOfReference = (schema) => schema.$ref.replace('#/components/schemas/', '');

/** Declares the schemas of a document, and types of schemas on request. */
export class Types {
  /** The declared types, by name. */
  declared = new Map();
  #schemas;
  #enums = new Map();

  constructor(schemas) {
    this.#schemas = schemas;
    // An enumeration is named after the shortest of the schemas that have it.
    const names = Object.keys(schemas).toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1));
    for (const name of names) this.#declareSchema(name, schemas[name]);
  }

  /** The declared types in the order of their names. */
  all() {
    return [...this.declared.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  /** The names of the declared types that a type consists of. */
  namesIn(type, found = new Set()) {
    const inner = type.kind === 'union' ? type.of.map((one) => one.type) : [type.of ?? []].flat();
    for (const one of inner) if (typeof one === 'object') this.namesIn(one, found);
    for (const field of type.fields ?? []) this.namesIn(field.type, found);
    if (type.kind === 'alias') this.namesIn(type.type, found);
    if (type.kind === 'named' && !found.has(type.name)) {
      found.add(type.name);
      this.namesIn(this.declared.get(type.name), found);
    }
    return found;
  }

  #add(declared) {
    if (this.declared.has(declared.name)) throw new Error(`Two types are called ${declared.name}`);
    this.declared.set(declared.name, declared);
  }

  #declareSchema(name, schema) {
    this.#check(schema, name);
    if (schema.properties) this.#declareObject(name, schema);
    else {
      const type = this.typeOf(schema, name, { named: name });
      if (type.kind !== 'named' || type.name !== name)
        this.#add({ kind: 'alias', name, type, description: schema.description });
    }
  }

  #check(schema, at) {
    const unknown = Object.keys(schema).filter((key) => !KNOWN.has(key) && !key.startsWith('x-'));
    if (unknown.length > 0) throw new Error(`${at} has ${unknown.join(', ')}, which no client knows`);
  }

  /**
   * The type of a schema. `at` names it, should it need a name of its own; `named` is the name of a schema that is one itself,
   * `isParameter` says that an enumeration needs no name.
   */
  typeOf(schema, at, { named, isParameter } = {}) {
    this.#check(schema, at);
    const options = { isParameter };
    if (schema.$ref) {
      const name = nameOfReference(schema);
      if (!this.#schemas[name]) throw new Error(`${at} refers to ${name}, which does not exist`);
      return { kind: 'named', name };
    }
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return this.#choice(schema, choices, named ?? at, options);
    if (schema.enum) return this.#enumeration(schema, at, options);
    const types = [schema.type ?? []].flat();
    if (types.length === 0) return this.#untyped(schema, at);
    const present = types.filter((one) => one !== 'null');
    const type =
      present.length === 1
        ? this.#ofKind(present[0], schema, named ?? at, options)
        : { kind: 'scalars', of: this.#scalars(present, at) };
    return present.length < types.length ? nullable(type) : type;
  }

  #untyped(schema, at) {
    const speaks = Object.keys(schema).filter((key) => !/^(title|description|examples|default|x-.*)$/.test(key));
    if (speaks.length > 0) throw new Error(`${at} has ${speaks.join(', ')} and no type`);
    return { kind: 'json' };
  }

  #scalars(kinds, at) {
    const unknown = kinds.filter((kind) => !PLAIN.includes(kind) && kind !== 'array');
    if (unknown.length > 0) throw new Error(`${at} is one of ${kinds.join(', ')}`);
    return kinds;
  }

  #ofKind(kind, schema, at, options) {
    if (PLAIN.includes(kind)) {
      if (schema.format && !FORMATS[kind].includes(schema.format))
        throw new Error(`${at} is a ${kind} of the unknown format ${schema.format}`);
      return { kind, format: schema.format };
    }
    if (kind === 'array') {
      if (!schema.items) throw new Error(`${at} is an array of nothing`);
      return { kind, of: this.typeOf(schema.items, singular(at), options) };
    }
    if (kind !== 'object') throw new Error(`${at} is of the unknown type ${kind}`);
    const values = schema.additionalProperties;
    if (!schema.properties) {
      const of = typeof values === 'object' ? this.typeOf(values, singular(at), options) : { kind: 'json' };
      if (values === false) throw new Error(`${at} is an object without properties`);
      return { kind: 'map', of };
    }
    this.#declareObject(at, schema);
    return { kind: 'named', name: at };
  }

  #declareObject(name, schema) {
    if (schema.additionalProperties) throw new Error(`${name} has properties and further ones`);
    const required = schema.required ?? [];
    const unknown = required.filter((one) => !(one in schema.properties));
    if (unknown.length > 0) throw new Error(`${name} requires ${unknown.join(', ')}, which it does not have`);
    const fields = Object.entries(schema.properties).map(([property, value]) => ({
      name: property,
      type: this.typeOf(value, name + pascal(property)),
      isRequired: required.includes(property),
      hasDefault: value.default !== undefined && value.default !== null,
      description: value.description,
    }));
    this.#add({ kind: 'object', name, fields, description: schema.description });
  }

  #enumeration(schema, at, { isParameter }) {
    const values = schema.enum.filter((value) => value !== null);
    if (values.some((value) => typeof value !== 'string')) throw new Error(`${at} lists what is no text`);
    const type = { kind: 'enum', values };
    if (isParameter) return type;
    // Fields of one name and with the same values share their type.
    const [property] = /[A-Z][a-z0-9]*$/.exec(at) ?? [at];
    const key = [property, ...values].join('\n');
    if (!this.#enums.has(key)) {
      this.#enums.set(key, at);
      this.#add({ ...type, name: at });
    }
    const named = { kind: 'named', name: this.#enums.get(key) };
    return [schema.type].flat().includes('null') ? nullable(named) : named;
  }

  #choice(schema, choices, at, options) {
    if (choices.every(isConstant)) {
      const values = choices.map((one) => one.const);
      if (options.isParameter) return { kind: 'enum', values };
      this.#add({ kind: 'enum', name: at, values, description: schema.description });
      return { kind: 'named', name: at };
    }
    const present = choices.filter((one) => !isNull(one));
    if (present.length === 1) return nullable(this.typeOf(present[0], at, options));
    if (present.length < choices.length) throw new Error(`${at} is one of several types, or null`);
    return this.#union(schema, present, at);
  }

  #union(schema, choices, at) {
    const inline = choices.filter((one) => one.properties);
    const name = inline.length === 1 ? `${at}Choice` : at;
    const of = choices.map((one) => {
      const own = inline.length === 1 || !one.properties ? at : `${at}With${pascal(one.required?.[0] ?? '')}`;
      return { type: this.typeOf(one, own), ...this.#signs(one, at) };
    });
    const signs = new Set(of.map(({ form, required }) => JSON.stringify([form, required])));
    if (signs.size < of.length) throw new Error(`The types that ${at} is one of cannot be told apart`);
    this.#add({ kind: 'union', name, of, description: schema.description });
    return { kind: 'named', name };
  }

  /** What a value of a schema is known by: its form in JSON, and the properties that it, or its first item, always has. */
  #signs(schema, at) {
    const resolved = schema.$ref ? this.#schemas[nameOfReference(schema)] : schema;
    if (resolved.type === 'array') return { form: 'array', required: this.#signs(resolved.items, at).required };
    if (resolved.type !== 'object' || !resolved.required) throw new Error(`${at} is one of types that are no objects`);
    return { form: 'object', required: resolved.required.toSorted() };
  }
}
