// Writes a document's types and operations as a file of Go: a struct for each type, a type with methods for each group. The text
// is as gofmt writes it, so that no Go is needed here.
import { pascal, wrapped } from './words.mjs';

const WIDTH = 118;
/** The words that Go writes in capitals. */
const CAPITALS = { api: 'API', id: 'ID', ids: 'IDs', url: 'URL' };
/** The names of types and functions that are written by hand. */
const OWN = new Set(
  `All Any Client Condition Download Each ETag Event Events IdempotencyKey Iterator JSON LastEventID New Null Nullable Operations Option Page
  ProblemError SecondStepError Set Some UnexpectedError Upload Verify WebhookActor WebhookMessage`.split(/\s+/),
);
/** What arguments cannot be called: keywords, packages, and the variables of methods. */
const TAKEN = new Set(
  `a break case chan const context continue ctx default defer else err fallthrough for func go goto http if import interface
  json map options out package params body form r range return select struct switch time type var`.split(/\s+/),
);
const PAGE = ['items', 'limit', 'page', 'total', 'totalPages'];
const SCALARS = { string: 'string', integer: 'int64', number: 'float64', boolean: 'bool' };

const text = (value) => JSON.stringify(value);

/** An exported name: `_id` is `ID`, `totalAreaInSqFt` stays as it is but for its first letter. */
function exported(name) {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[^A-Za-z0-9]+/);
  return words
    .filter(Boolean)
    .map((word) => CAPITALS[word.toLowerCase()] ?? word[0].toUpperCase() + word.slice(1))
    .join('');
}

function argument(name) {
  const [first, ...more] = exported(name).match(/^[A-Z]+(?![a-z])|^[A-Z][a-z0-9]*|[^]+/g) ?? [];
  const own = [first.toLowerCase(), ...more].join('');
  return TAKEN.has(own) ? `${own}_` : own;
}

/** A comment; no line begins as gofmt would take it for a list or a heading. */
function comment(words, indent = '') {
  const joined = words.replaceAll(/\s+([-*+#•]|\d+[.)])(?=\s)/g, '\u00a0$1');
  return wrapped(joined, WIDTH - indent.length).map((line) => `${indent}// ${line.replaceAll('\u00a0', ' ')}`);
}

/** The struct tag of a field. */
const tag = (name, isOmitted) => `\`json:"${name}${isOmitted ? ',omitempty' : ''}"\``;

/** Fields in columns, as gofmt aligns them: a field with a comment stands apart. */
function fieldLines(fields) {
  const runs = [];
  for (const field of fields) {
    if (field.description || fields.indexOf(field) === 0 || runs.at(-1)[0].description) runs.push([field]);
    else runs.at(-1).push(field);
  }
  return runs.flatMap((run, at) => {
    const widths = ['name', 'type'].map((part) => Math.max(...run.map((field) => field[part].length)));
    const lines = run.map(({ name, type, tag: own }) =>
      own ? `\t${name.padEnd(widths[0])} ${type.padEnd(widths[1])} ${own}` : `\t${name.padEnd(widths[0])} ${type}`,
    );
    const [{ description }] = run;
    return [...(at > 0 ? [''] : []), ...(description ? comment(description, '\t') : []), ...lines];
  });
}

export function goOf({ types, groups, inputs, patches }, source) {
  const operations = groups.flatMap((group) => group.operations);
  const isPage = ({ kind, fields }) =>
    kind === 'object' && PAGE.every((name) => fields.some((one) => one.name === name));

  function typeOf(type) {
    if (type.kind === 'json' || type.kind === 'scalars') return 'JSON';
    if (type.kind === 'string' && type.format === 'date-time') return 'time.Time';
    if (type.kind in SCALARS) return SCALARS[type.kind];
    if (type.kind === 'enum') return 'string';
    if (type.kind === 'array') return `[]${typeOf(type.of)}`;
    if (type.kind === 'map') return `map[string]${typeOf(type.of)}`;
    if (type.kind === 'nullable') return typeOf(type.of) === 'JSON' ? 'JSON' : `*${typeOf(type.of)}`;
    if (type.kind === 'named') return type.name;
    throw new Error(`Go has no type for ${type.kind}`);
  }

  /** A field: what may be absent is a pointer, and what a PATCH may empty a `Nullable`. */
  function fieldOf({ name, type, isRequired, description }, owner) {
    const isNullable = type.kind === 'nullable';
    const plain = typeOf(isNullable ? type.of : type);
    const isEmptyNil = plain === 'JSON' || (/^(\[\]|map\[)/.test(plain) && !inputs.has(owner));
    let written = plain;
    if (!isEmptyNil && isNullable && !isRequired && patches.has(owner)) written = `*Nullable[${plain}]`;
    else if (!isEmptyNil && (isNullable || !isRequired)) written = `*${plain}`;
    return { name: exported(name), type: written, tag: tag(name, !isRequired), description };
  }

  function* structOf(name, fields, embedded = []) {
    const names = fields.map((field) => field.name);
    const twice = names.find((one, at) => names.indexOf(one) !== at);
    if (twice) throw new Error(`Two fields of ${name} are called ${twice}`);
    if (fields.length + embedded.length === 0) return yield `type ${name} struct{}`;
    yield `type ${name} struct {`;
    yield* embedded.map((one) => `\t${one}`);
    if (embedded.length > 0 && fields.length > 0) yield '';
    yield* fieldLines(fields);
    yield '}';
  }

  function* declaration(declared) {
    const { kind, name, description, fields } = declared;
    if (description) yield* comment(description);
    if (isPage(declared)) {
      const page = `Page[${typeOf(fields.find((one) => one.name === 'items').type.of)}]`;
      const more = fields.filter((one) => !PAGE.includes(one.name));
      if (more.length === 0) yield `type ${name} = ${page}`;
      else
        yield* structOf(
          name,
          more.map((one) => fieldOf(one, name)),
          [page],
        );
    } else if (kind === 'object')
      yield* structOf(
        name,
        fields.map((one) => fieldOf(one, name)),
      );
    else if (kind === 'alias') yield `type ${name} = ${typeOf(declared.type)}`;
    else if (kind === 'enum') yield* enumeration(declared);
    else yield* unionOf(declared);
  }

  function* enumeration({ name, values }) {
    yield `type ${name} string`;
    yield '';
    yield 'const (';
    const named = values.map((value) => ({ value, name: name + pascal(value.replaceAll('*', ' any ')) }));
    const width = Math.max(...named.map((one) => one.name.length));
    if (new Set(named.map((one) => one.name)).size < named.length)
      throw new Error(`Two values of ${name} have one name in Go`);
    for (const one of named) yield `\t${one.name.padEnd(width)} ${name} = ${text(one.value)}`;
    yield ')';
  }

  function* unionOf({ name, of }) {
    const fields = of.map(({ type, form, required }) =>
      type.kind === 'array'
        ? { name: `${type.of.name}s`, type: typeOf(type), form, required }
        : { name: type.name, type: `*${typeOf(type)}`, form, required },
    );
    yield* structOf(name, fields);
    yield '';
    yield `func (v ${name}) MarshalJSON() ([]byte, error) {`;
    yield `\treturn encodeOne(${fields.map((field) => `v.${field.name}`).join(', ')})`;
    yield '}';
    yield '';
    yield `func (v *${name}) UnmarshalJSON(text []byte) error {`;
    yield '\treturn decodeOne(text,';
    // The alternative that is known by more comes first.
    for (const field of fields.toSorted((one, other) => other.required.length - one.required.length))
      yield `\t\talternative{${field.form === 'array'}, []string{${field.required.map(text).join(', ')}}, &v.${field.name}},`;
    yield '\t)';
    yield '}';
  }

  /** A field of parameters, and the call that adds it. Empty texts and zero are not sent. */
  function parameterOf({ name, type, isJson, minimum, description, isRequired }) {
    const field = { name: exported(name), description };
    const adds = (method) => `r.${method}(${text(name)}, p.${field.name})`;
    const about = isRequired && description ? `${description} Required.` : description;
    const of = (written, call) => ({ ...field, description: about, type: written, call });
    if (isJson) return of(`*${typeOf(type)}`, `addJSON(r, ${text(name)}, p.${field.name})`);
    if (type.kind === 'array') return of(typeOf(type), adds('addTexts'));
    if (type.kind === 'enum' || type.kind === 'string') return of('string', adds('addText'));
    if (type.kind === 'integer' && minimum >= 1) return of('int64', adds('addNumber'));
    return of(`*${typeOf(type)}`, `addOptional(r, ${text(name)}, p.${field.name})`);
  }

  function formFieldOf({ name, type, description }) {
    const isFile = type.format === 'binary';
    const field = exported(name);
    return {
      name: field,
      description,
      type: isFile ? 'Upload' : 'string',
      call: `r.${isFile ? 'addFile' : 'addField'}(${text(name)}, p.${field})`,
    };
  }

  const parameterTypes = sharedTypes(
    operations.filter(({ query }) => query.length > 0),
    ({ query }) => query.map(parameterOf),
    'Params',
  );
  const formTypes = sharedTypes(
    operations.filter(({ body }) => body?.kind === 'form'),
    ({ body }) => body.fields.map(formFieldOf),
    'Form',
  );

  /** The type of the parameters, or of the form, of each operation: those that have the same share one. */
  function sharedTypes(all, fieldsOf, ending) {
    const byFields = new Map();
    for (const operation of all) {
      const key = fieldsOf(operation)
        .map((field) => `${field.type} ${field.call}`)
        .join('\n');
      byFields.set(key, [...(byFields.get(key) ?? []), operation]);
    }
    const named = new Map();
    const used = new Set();
    // The type of most operations has the first choice of a name.
    const sets = [...byFields.values()].toSorted((one, other) => other.length - one.length);
    for (const [first, ...others] of sets) {
      const common = commonEnd([first, ...others].map(({ id }) => id.split('_')));
      const fields = fieldsOf(first);
      const names = [common.join('_'), fields.map((field) => field.name).join('_'), first.id];
      const name = names.map((one) => one && exported(`${one}_${ending}`)).find((one) => one && !used.has(one));
      used.add(name);
      for (const operation of [first, ...others]) named.set(operation, { name, fields });
    }
    return named;
  }

  const distinct = (named) =>
    [...new Map([...named.values()].map((one) => [one.name, one])).values()].toSorted((one, other) =>
      one.name < other.name ? -1 : 1,
    );

  function* parametersOf({ name, fields }) {
    yield* structOf(name, fields);
    yield '';
    yield `func (p *${name}) addTo(r *request) {`;
    yield '\tif p == nil {';
    yield '\t\treturn';
    yield '\t}';
    yield* fields.map((field) => `\t${field.call}`);
    yield '}';
  }

  function* formOf({ name, fields }) {
    yield* structOf(name, fields);
    yield '';
    yield `func (p *${name}) addTo(r *request) {`;
    yield '\tr.startForm()';
    yield* fields.map((field) => `\t${field.call}`);
    yield '}';
  }

  const isStruct = (type) => type.kind === 'named' && types.declared.get(type.name).kind !== 'enum';
  const answered = (type) => (isStruct(type) ? `*${typeOf(type)}` : typeOf(type));
  const groupName = ({ name }) => `${exported(name)}API`;

  /** What a method returns, and how. */
  function resultOf({ id, answer }) {
    const statuses = answer.statuses.join(', ');
    const fetches = (how) => `return ${how}(ctx, a.client, r, ${statuses})`;
    const reads = (how) => `return a.client.${how}(ctx, r, ${statuses})`;
    if (answer.kind === 'choice') {
      const values = answer.of.map(({ status, type }) => `${status}: &out.${type.name}`).join(', ');
      const name = `${pascal(id)}Answer`;
      return [`(*${name}, error)`, `var out ${name}`, `return &out, a.client.fetchOne(ctx, r, map[int]any{${values}})`];
    }
    if (answer.kind === 'json') {
      const type = answered(answer.type);
      return answer.hasETag
        ? [`(${type}, ETag, error)`, fetches(`fetchTagged[${type}]`)]
        : [`(${type}, error)`, fetches(`fetch[${type}]`)];
    }
    const others = {
      none: ['error', reads('sendOnly')],
      text: ['(string, error)', reads('text')],
      location: ['(string, error)', reads('location')],
      stream: ['(*Download, error)', reads('download')],
      events: ['(*Events, error)', reads('events')],
    };
    return others[answer.kind];
  }

  function* choiceOf({ id, answer }) {
    const fields = answer.of.map(({ status, type }) => ({
      name: type.name,
      type: `*${typeOf(type)}`,
      description: `With the status ${status}.`,
    }));
    yield* structOf(`${pascal(id)}Answer`, fields);
  }

  function* methodOf(operation, group) {
    const { method, path, parts, query, body, takesKey, takesMatch, takesPosition, summary, description } = operation;
    const taken = ['ctx context.Context', ...parts.map(({ name, type }) => `${argument(name)} ${typeOf(type)}`)];
    const lines = [
      `r := newRequest(${[text(method), text(path), ...parts.map(({ name }) => argument(name))].join(', ')})`,
    ];
    if (body?.kind === 'json') {
      taken.push(`body ${typeOf(body.type)}`);
      lines.push('r.setBody(body)');
    } else if (body) {
      taken.push(`form ${formTypes.get(operation).name}`);
      lines.push('form.addTo(r)');
    }
    if (query.length > 0) {
      const isNeeded = query.some((one) => one.isRequired);
      taken.push(`params ${isNeeded ? '' : '*'}${parameterTypes.get(operation).name}`);
      lines.push('params.addTo(r)');
    }
    const options = [
      ...(takesKey ? ['IdempotencyKey'] : []),
      ...(takesMatch ? ['ETag'] : []),
      ...(takesPosition ? ['LastEventID'] : []),
    ];
    if (options.length > 0) {
      taken.push(`options ...${options.length > 1 ? 'Option' : options[0]}`);
      lines.push('apply(r, options)');
    }
    const [result, ...rest] = resultOf(operation);
    yield* comment(`${summary}.`.replace('..', '.'));
    yield '//';
    if (description) {
      yield* comment(description);
      yield '//';
    }
    yield `// ${method} ${path}`;
    yield `func (a *${groupName(group)}) ${exported(operation.name)}(${taken.join(', ')}) ${result} {`;
    yield* [...lines, ...rest].map((line) => `\t${line}`);
    yield '}';
  }

  function* groupOf(group) {
    yield* comment(group.description);
    yield `type ${groupName(group)} struct{ client *Client }`;
    for (const operation of group.operations) {
      yield '';
      yield* methodOf(operation, group);
    }
  }

  const choices = operations.filter(({ answer }) => answer.kind === 'choice');
  const declared = types.all();
  const names = [
    ...declared.map(({ name }) => name),
    ...choices.map(({ id }) => `${pascal(id)}Answer`),
    ...[...distinct(parameterTypes), ...distinct(formTypes)].map(({ name }) => name),
    ...groups.map(groupName),
  ];
  const twice = names.find((name, at) => OWN.has(name) || names.indexOf(name) !== at);
  if (twice) throw new Error(`${twice} would be two things in Go`);
  const groupFields = groups.map((group) => ({ name: exported(group.name), type: `*${groupName(group)}` }));
  const operationsType = [
    '// Operations are all groups of operations.',
    ...structOf('Operations', groupFields),
    '',
    'func operationsOf(client *Client) Operations {',
    '\treturn Operations{',
    ...columns(groups.map((group) => [`\t\t${exported(group.name)}:`, `&${groupName(group)}{client},`])),
    '\t}',
    '}',
  ];
  const blocks = [
    ...declared.map((one) => [...declaration(one)]),
    ...choices.map((one) => [...choiceOf(one)]),
    ...distinct(parameterTypes).map((one) => [...parametersOf(one)]),
    ...distinct(formTypes).map((one) => [...formOf(one)]),
    ...groups.map((group) => [...groupOf(group)]),
    operationsType,
  ];
  return `// Code generated from ${source}. DO NOT EDIT.

package mizan

import (
	"context"
	"time"
)

${blocks.map((lines) => lines.map((line) => line.trimEnd()).join('\n')).join('\n\n')}
`;
}

function columns(rows) {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `${first.padEnd(width)} ${second}`);
}

/** The words that all lists end in. */
function commonEnd(lists) {
  const [first] = lists;
  let length = 0;
  while (length < first.length && lists.every((one) => one.at(-1 - length) === first.at(-1 - length))) length++;
  return first.slice(first.length - length);
}
