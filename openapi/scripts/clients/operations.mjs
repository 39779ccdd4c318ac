// The operations of a document, grouped by their tags. What a client cannot send or read is an error.
//
// An operation has
//   id, name (its words without the noun of its group), method, path, summary, description
//   parts: [{ name, type }]                               of its path
//   query: [{ name, type, isRequired, isJson, minimum, description }]
//   takesKey, takesMatch, takesPosition                   the headers Idempotency-Key, If-Match and Last-Event-ID
//   body: undefined, { kind: 'json', type } or { kind: 'form', fields }
//   answer: { kind, statuses } with one of the kinds
//     'none', 'text', 'stream', 'events', 'location',
//     'json' with `type` and `hasETag`, 'choice' with `of: [{ status, type }]`
import { Types } from './types.mjs';
import { pascal, singular, snake } from './words.mjs';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const KEY = 'Idempotency-Key';
const MATCH = 'If-Match';
const POSITION = 'Last-Event-ID';
/** Clients wait for answers, and ask for no jobs. */
const PREFER = 'Prefer';
const ACCEPTED = '202';
const JSON_TYPE = 'application/json';

/**
 * Reads a document: its types, its groups of operations, and the names of the types that requests, and those that a PATCH, have.
 * A field with a default is in every answer.
 */
export function readDocument(document) {
  const types = new Types(document.components.schemas);
  const groups = new Map(document.tags.map((tag) => [tag.name, { ...groupOf(tag), operations: [] }]));
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(item)) {
      if (!METHODS.includes(method)) throw new Error(`${path} has ${method}, which is no method that is known`);
      const [tag, ...more] = operation.tags;
      if (!groups.has(tag) || more.length > 0)
        throw new Error(`${operation.operationId} is in no group, or in several`);
      const group = groups.get(tag);
      group.operations.push(operationOf({ path, method, operation, types, group }));
    }
  const filled = [...groups.values()].filter(({ operations }) => operations.length > 0);
  for (const { name, operations } of filled) {
    const names = operations.map((operation) => operation.name);
    const twice = names.find((one, at) => names.indexOf(one) !== at);
    if (twice) throw new Error(`Two operations of ${name} are called ${twice}`);
  }
  const { inputs, patches } = sentOf(types, filled);
  for (const { name, fields } of types.all())
    if (!inputs.has(name)) for (const field of fields ?? []) field.isRequired ||= field.hasDefault;
  return { types, groups: filled, inputs, patches };
}

/** The names of the types that requests have, and of those that a PATCH has. */
function sentOf(types, groups) {
  const sent = groups.flatMap(({ operations }) =>
    operations.flatMap(({ method, query, body }) => [
      ...(body?.kind === 'json' ? [{ method, type: body.type }] : []),
      ...query.filter((one) => one.isJson).map(({ type }) => ({ method, type })),
    ]),
  );
  const namesOf = (all) => all.reduce((found, { type }) => types.namesIn(type, found), new Set());
  return { inputs: namesOf(sent), patches: namesOf(sent.filter(({ method }) => method === 'PATCH')) };
}

/** A group: its name, and the nouns that the names of its operations need not repeat. */
function groupOf({ name, description, 'x-resource': resource }) {
  const own = [resource].flat().flatMap((one) => one?.operations?.list?.replace(/_list$/, '') ?? []);
  return { name, description, nouns: [...own, snake(name), snake(singular(name))] };
}

function operationOf({ path, method, operation, types, group }) {
  const id = operation.operationId;
  const noun = group.nouns.find((one) => id.startsWith(`${one}_`));
  const parameters = (operation.parameters ?? []).map((parameter) => parameterOf(parameter, id, types));
  const headers = parameters.filter((one) => one.in === 'header').map((one) => one.name);
  const unknown = headers.filter((name) => ![KEY, MATCH, POSITION, PREFER].includes(name));
  if (unknown.length > 0) throw new Error(`${id} takes the headers ${unknown.join(', ')}`);
  return {
    id,
    name: noun ? id.slice(noun.length + 1) : id,
    method: method.toUpperCase(),
    path,
    summary: operation.summary,
    description: operation.description,
    parts: partsOf(path, parameters, id),
    query: parameters.filter((one) => one.in === 'query'),
    takesKey: headers.includes(KEY),
    takesMatch: headers.includes(MATCH),
    takesPosition: headers.includes(POSITION),
    body: operation.requestBody && bodyOf(operation.requestBody, id, types),
    answer: answerOf(waitedFor(operation.responses, headers), id, types),
  };
}

function partsOf(path, parameters, id) {
  const named = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name);
  const given = new Map(parameters.filter((one) => one.in === 'path').map((one) => [one.name, one.type]));
  if (named.length !== given.size || !named.every((name) => given.has(name)))
    throw new Error(`${id} has a path with other parameters`);
  return named.map((name) => ({ name, type: given.get(name) }));
}

function parameterOf(parameter, id, types) {
  const { name, schema, style, explode, content } = parameter;
  if (!schema || style || explode !== undefined || content)
    throw new Error(`${id} takes ${name} in a way that no client knows`);
  const isJson = schema.contentMediaType === JSON_TYPE;
  const type = types.typeOf(isJson ? schema.contentSchema : schema, pascal(`${id} ${name}`), { isParameter: true });
  return {
    name,
    in: parameter.in,
    type,
    isRequired: parameter.required === true,
    isJson,
    minimum: schema.minimum,
    description: parameter.description,
  };
}

function bodyOf({ content, required }, id, types) {
  const [[mediaType, { schema }], ...more] = Object.entries(content);
  if (more.length > 0 || !required) throw new Error(`${id} takes several kinds of bodies, or none`);
  if (mediaType === JSON_TYPE) return { kind: 'json', type: types.typeOf(schema, pascal(`${id} body`)) };
  if (mediaType !== 'multipart/form-data') throw new Error(`${id} takes a body of the type ${mediaType}`);
  const fields = Object.entries(schema.properties).map(([name, value]) => ({
    name,
    type: types.typeOf(value, pascal(`${id} ${name}`), { isParameter: true }),
    isRequired: schema.required.includes(name),
    description: value.description,
  }));
  const wrong = fields.find(({ type }) => type.kind !== 'string' && type.kind !== 'enum');
  if (wrong) throw new Error(`${id} takes ${wrong.name} in its form, which is no text`);
  return { kind: 'form', fields };
}

/** The responses without the job that only who asks for one gets. */
function waitedFor(responses, headers) {
  if (!headers.includes(PREFER)) return responses;
  return Object.fromEntries(Object.entries(responses).filter(([status]) => status !== ACCEPTED));
}

function answerOf(responses, id, types) {
  const good = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  if (good.length === 0) {
    if (!responses[302]) throw new Error(`${id} has no answer`);
    return { kind: 'location', statuses: [302] };
  }
  const statuses = good.map(([status]) => Number(status));
  const kinds = good.map(([, response]) => contentOf(response, id, types));
  if (new Set(kinds.map((kind) => JSON.stringify(kind))).size === 1) return { ...kinds[0], statuses };
  if (kinds.some(({ kind, hasETag }) => kind !== 'json' || hasETag))
    throw new Error(`${id} has answers of several kinds`);
  return { kind: 'choice', statuses, of: kinds.map(({ type }, at) => ({ status: statuses[at], type })) };
}

function contentOf({ content = {}, headers = {} }, id, types) {
  const mediaTypes = Object.keys(content);
  const hasETag = 'ETag' in headers;
  if (mediaTypes.length === 0) return { kind: 'none' };
  if (mediaTypes.includes(JSON_TYPE)) {
    if (mediaTypes.length > 1) throw new Error(`${id} answers JSON, or ${mediaTypes.join(', ')}`);
    const { schema } = content[JSON_TYPE];
    return { kind: 'json', type: schema ? types.typeOf(schema, pascal(`${id} answer`)) : { kind: 'json' }, hasETag };
  }
  if (mediaTypes.includes('text/event-stream')) return { kind: 'events' };
  if (mediaTypes.includes('text/html')) return { kind: 'text' };
  const wrong = mediaTypes.find((one) => content[one].schema?.type !== 'string');
  if (wrong) throw new Error(`${id} answers ${wrong}, which no client can read`);
  return { kind: 'stream' };
}
