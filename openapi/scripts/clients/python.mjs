// Writes a document's types and operations as a module of Python: a `TypedDict` for each type, a class for each group.
import { pascal, snake, wrapped } from './words.mjs';

const WIDTH = 120;
/** An enumeration of a parameter with more values has a name. */
const INLINE_VALUES = 6;
const KEYWORDS = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if import in
  is lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
);
/** The names that the generated module has besides those of the document. */
const OWN = ['Any', 'Dict', 'Download', 'Events', 'Group', 'Json', 'List', 'Literal', 'NotRequired', 'Operations'];
OWN.push('Transport', 'Tuple', 'TypeAlias', 'TypedDict', 'Union', 'Upload');

const text = (value) => JSON.stringify(value);
const nameOf = (name) => (KEYWORDS.has(name) ? `${name}_` : name);
const argument = (name) => nameOf(snake(name));
const isName = (name) => /^[A-Za-z_]\w*$/.test(name) && !name.startsWith('__') && !KEYWORDS.has(name);
const literal = (values) => `Literal[${values.map(text).join(', ')}]`;
const SCALARS = { string: 'str', integer: 'int', number: 'float', boolean: 'bool', array: 'List[Json]' };

/** Items in brackets: in one line if they fit, otherwise one in each. An item may be one in brackets, `{ before, items, after }`. */
function bracketed(before, items, after, indent) {
  const plain = (item) => (item.items ? `${item.before}${item.items.join(', ')}${item.after}` : item);
  const one = `${indent}${before}${items.map(plain).join(', ')}${after}`;
  if (one.length <= WIDTH) return [one];
  const inner = `${indent}    `;
  const lines = items.flatMap((item) =>
    item.items ? bracketed(item.before, item.items, `${item.after},`, inner) : [`${inner}${item},`],
  );
  return [`${indent}${before}`, ...lines, `${indent}${after}`];
}

const escaped = (words) => words.replaceAll('\\', '\\\\').replaceAll('"""', "'''");
const comment = (words, indent) => wrapped(words, WIDTH - indent.length - 2).map((line) => `${indent}# ${line}`);

/** A docstring: paragraphs with an empty line between. */
function docstring(paragraphs, indent) {
  const lines = paragraphs.flatMap((words, at) => [
    ...(at > 0 ? [''] : []),
    ...wrapped(escaped(words), WIDTH - indent.length - 6).map((line) => indent + line),
  ]);
  if (lines.length === 1) return [`${indent}"""${lines[0].trim()}"""`];
  return [`${indent}"""${lines[0].trim()}`, ...lines.slice(1), `${indent}"""`];
}

export function pythonOf({ types, groups }, source) {
  const aliases = new Map();

  function typeOf(type) {
    if (type.kind === 'json') return 'Json';
    if (type.kind in SCALARS && !type.of) return SCALARS[type.kind];
    if (type.kind === 'scalars') return type.of.map((kind) => SCALARS[kind]).join(' | ');
    if (type.kind === 'enum') return literal(type.values);
    if (type.kind === 'array') return `List[${typeOf(type.of)}]`;
    if (type.kind === 'map') return `Dict[str, ${typeOf(type.of)}]`;
    if (type.kind === 'nullable') return `${typeOf(type.of)} | None`;
    if (type.kind === 'named') return type.name;
    throw new Error(`Python has no type for ${type.kind}`);
  }

  /** The type of a parameter: a long enumeration gets a name, which is that of its group if nothing else has it. */
  function parameterType(type, { name, id, group }) {
    if (type.kind === 'array') return `List[${parameterType(type.of, { name, id, group })}]`;
    if (type.kind !== 'enum' || type.values.length <= INLINE_VALUES) return typeOf(type);
    const names = [pascal(`${group.nouns[0]} ${name}`), pascal(`${id} ${name}`)];
    const free = names.find((one) => !types.declared.has(one) && (aliases.get(one) ?? typeOf(type)) === typeOf(type));
    if (!free) throw new Error(`${id} has no name for the values of ${name}`);
    aliases.set(free, typeOf(type));
    return free;
  }

  function* declaration(declared) {
    const { kind, name, description } = declared;
    if (kind === 'object') return yield* objectOf(declared);
    if (description) yield* comment(description, '');
    if (kind === 'enum') yield* bracketed(`${name}: TypeAlias = Literal[`, declared.values.map(text), ']', '');
    else if (kind === 'alias') yield `${name}: TypeAlias = ${text(typeOf(declared.type))}`;
    else
      yield* bracketed(
        `${name}: TypeAlias = Union[`,
        declared.of.map((one) => text(typeOf(one.type))),
        ']',
        '',
      );
  }

  function* objectOf({ name, description, fields }) {
    const isOpen = fields.every((field) => !field.isRequired);
    const typed = fields.map((field) => ({
      ...field,
      written: field.isRequired || isOpen ? typeOf(field.type) : `NotRequired[${typeOf(field.type)}]`,
    }));
    const total = isOpen ? ', total=False' : '';
    if (!fields.every((field) => isName(field.name))) {
      if (description) yield* comment(description, '');
      yield `${name} = TypedDict(`;
      yield `    ${text(name)},`;
      yield '    {';
      for (const field of typed) {
        if (field.description) yield* comment(field.description, '        ');
        yield `        ${text(field.name)}: ${text(field.written)},`;
      }
      yield '    },';
      if (isOpen) yield '    total=False,';
      yield ')';
      return;
    }
    yield `class ${name}(TypedDict${total}):`;
    if (description) {
      yield* docstring([description], '    ');
      yield '';
    }
    for (const field of typed) {
      if (field.description) yield* comment(field.description, '    ');
      yield `    ${field.name}: ${field.written}`;
    }
    if (fields.length === 0) yield '    pass';
  }

  function answerType({ kind, type, hasETag, of }) {
    if (kind === 'json') return hasETag ? `Tuple[${typeOf(type)}, str]` : typeOf(type);
    if (kind === 'choice') return of.map((one) => typeOf(one.type)).join(' | ');
    return { none: 'None', text: 'str', location: 'str', stream: 'Download', events: 'Events' }[kind];
  }

  function* methodOf(operation, group) {
    const { id, method, path, parts, query, body, answer, takesKey, takesMatch, takesPosition } = operation;
    const about = (name) => ({ name, id, group });
    const required = [];
    const optional = [];
    const take = (name, type, isRequired) =>
      isRequired ? required.push(`${name}: ${type}`) : optional.push(`${name}: ${type} | None = None`);
    for (const { name, type, isRequired } of query) take(argument(name), parameterType(type, about(name)), isRequired);
    for (const { name, type, isRequired } of body?.fields ?? [])
      take(argument(name), type.format === 'binary' ? 'Upload' : typeOf(type), isRequired);
    if (takesKey) take('idempotency_key', 'str', false);
    if (takesMatch) take('if_match', 'str', false);
    if (takesPosition) take('last_event_id', 'str', false);
    const positional = ['self', ...parts.map(({ name, type }) => `${argument(name)}: ${typeOf(type)}`)];
    if (body?.kind === 'json') positional.push(`body: ${typeOf(body.type)}`);
    const named = [...required, ...optional];
    const taken = [...positional, ...(named.length > 0 ? ['*', ...named] : [])];
    yield* bracketed(`def ${nameOf(operation.name)}(`, taken, `) -> ${answerType(answer)}:`, '    ');
    const described = operation.description ? [operation.description] : [];
    yield* docstring([`${operation.summary}. `.replace('.. ', '. ') + `${method} ${path}`, ...described], '        ');
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name) => `{part(${argument(name)})}`);
    const given = [text(method), `${address === path ? '' : 'f'}${text(address)}`, statusesOf(answer)];
    const entries = (name, items) => ({ before: `${name}={`, items, after: '}' });
    const sent = query.map(({ name, isJson }) =>
      isJson ? `${text(name)}: as_json(${argument(name)})` : `${text(name)}: ${argument(name)}`,
    );
    if (sent.length > 0) given.push(entries('query', sent));
    if (body?.kind === 'json') given.push('body=body');
    if (body?.kind === 'form')
      given.push(
        entries(
          'form',
          body.fields.map(({ name }) => `${text(name)}: ${argument(name)}`),
        ),
      );
    if (takesKey) given.push('key=idempotency_key');
    if (takesMatch) given.push('match=if_match');
    if (takesPosition) given.push('position=last_event_id');
    const reads = answer.kind === 'choice' ? 'json' : answer.hasETag ? 'tagged' : answer.kind;
    const back = answer.kind === 'none' ? '' : 'return ';
    yield* bracketed(`${back}self._send(`, given, `).${reads}()`, '        ');
  }

  const statusesOf = ({ statuses }) => (statuses.length === 1 ? `(${statuses[0]},)` : `(${statuses.join(', ')})`);
  const className = ({ name }) => `${pascal(name)}Api`;

  function* classOf(group) {
    yield `class ${className(group)}(Group):`;
    yield* docstring([group.description], '    ');
    for (const operation of group.operations) {
      yield '';
      yield* methodOf(operation, group);
    }
  }

  const classes = groups.map((group) => [...classOf(group)]);
  const declared = types.all();
  const names = [...declared.map(({ name }) => name), ...aliases.keys(), ...groups.map(className)];
  const twice = names.find((name, at) => OWN.includes(name) || names.indexOf(name) !== at);
  if (twice) throw new Error(`${twice} would be two things in Python`);
  const operations = [
    'class Operations:',
    '    """All groups of operations."""',
    '',
    '    def __init__(self, transport: Transport) -> None:',
    ...groups.map((group) => `        self.${argument(group.name)} = ${className(group)}(transport)`),
  ];
  const blocks = [
    ...declared.map((one) => [...declaration(one)]),
    ...[...aliases].map(([name, values]) =>
      bracketed(`${name}: TypeAlias = Literal[`, values.slice('Literal['.length, -1).split(', '), ']', ''),
    ),
    ...classes,
    operations,
  ];
  return `"""The types and operations of the API. Generated from ${source}: do not edit."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import Dict, List, Literal, NotRequired, Tuple, TypeAlias, TypedDict, Union

from .transport import Download, Events, Group, Json, Transport, Upload, as_json, part

${blocks.map((lines) => lines.map((line) => line.trimEnd()).join('\n')).join('\n\n\n')}
`;
}
