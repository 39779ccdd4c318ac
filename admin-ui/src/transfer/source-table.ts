// The columns of a text that is imported, and the fields that they are: guessed from names and content, changed by the user.
// What the server knows by its name stays as it is written. Workbooks are read by the server alone.
import { readTable, writeTable } from '../cells/tsv.ts';
import type { Resource } from '../document/resources.ts';
import { kindOf, labelOf } from '../document/schema.ts';
import type { ImportColumn } from './columns.ts';
import type { Chosen } from './writing.ts';

/** The name of a column of the resource; `AS_NAMED` for what the server makes of the column's own; null leaves it out. */
export type Target = string | null;

export const AS_NAMED = '';

export interface SourceColumn {
  /** Empty where the first row has no names. */
  name: string;
  /** The first values. */
  samples: string[];
}

export interface Mapping {
  rows: string[][];
  separator: string;
  /** Whether the first row has the names of the columns. */
  named: boolean;
  columns: SourceColumn[];
  targets: Target[];
}

/** The columns that the server knows: those of the form, and names of other fields. */
export interface Known {
  columns: ImportColumn[];
  names: Set<string>;
}

export function knownColumns(
  { view, idField, input }: Pick<Resource, 'view' | 'idField' | 'input'>,
  columns: ImportColumn[],
): Known {
  const fields = Object.entries({ ...input?.properties, ...view.properties });
  const names = [
    idField,
    ...columns.flatMap(({ name, field }) => [name, field]),
    ...fields.flatMap(([name, schema]) => [name, labelOf(name, schema)]),
  ];
  return { columns, names: new Set(names.map(plain)) };
}

/** Larger texts are read by the server alone, in bytes. */
const MOST = 5 * 1024 * 1024;
const SAMPLES = 3;
/** The rows that a guess looks at. */
const LOOKED_AT = 50;

const SEPARATORS: Record<string, string> = { comma: ',', semicolon: ';', tab: '\t', bar: '|' };

/** Reads the columns of a file and guesses what they are. Undefined for what is no text in UTF-8. */
export async function readMapping(file: File, writing: Chosen, known: Known): Promise<Mapping | undefined> {
  const other = writing.encoding !== undefined && writing.encoding !== 'utf-8';
  if (other || file.size > MOST) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return text.includes('\0') ? undefined : mappingOf(text, SEPARATORS[writing.separator ?? ''], known);
  } catch {
    return undefined;
  }
}

export function mappingOf(text: string, separator: string | undefined, known: Known): Mapping | undefined {
  const by = separator ?? separatorOf(text);
  const rows = readTable(text, by);
  const [first = []] = rows;
  if (rows.length < 2 && first.length < 2) return undefined;
  // Names are no numbers.
  const named = first.some((name) => known.names.has(plain(name))) || !first.some(isNumber);
  return guessed({ rows, separator: by, named }, known);
}

/** The same with names in the first row, or without. */
export const withNames = (mapping: Mapping, named: boolean, known: Known): Mapping =>
  guessed({ ...mapping, named }, known);

function guessed({ rows, separator, named }: Pick<Mapping, 'rows' | 'separator' | 'named'>, known: Known): Mapping {
  const [first = []] = rows;
  const data = rows.slice(named ? 1 : 0, LOOKED_AT);
  const columns = first.map((name, at) => ({
    name: named ? name : '',
    samples: data.flatMap((row) => row[at] || []).slice(0, SAMPLES),
  }));
  const values = first.map((_, at) => data.flatMap((row) => row[at]?.trim() || []));
  return { rows, separator, named, columns, targets: targetsOf(columns, values, known) };
}

/** The sign that the first line has most of. */
export function separatorOf(text: string): string {
  const line = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const counts = Object.values(SEPARATORS).map((sign) => ({ sign, count: line.split(sign).length }));
  const [most] = counts.toSorted((one, other) => other.count - one.count);
  return most && most.count > 1 ? most.sign : ',';
}

/** The text that is sent; undefined when it is the file itself. */
export function mappedText({ rows, separator, named, targets }: Mapping): string | undefined {
  if (named && targets.every((target) => target === AS_NAMED)) return undefined;
  const at = targets.flatMap((target, column) => (target === null ? [] : column));
  const header = at.map((column) => targets[column] || (rows[0]?.[column] ?? ''));
  const data = rows.slice(named ? 1 : 0).map((row) => at.map((column) => row[column] ?? ''));
  return writeTable([header, ...data], separator);
}

/** Whether the server knows each column by its own name. */
export const isPlain = ({ columns, targets }: Mapping, known: Known): boolean =>
  targets.every((target, at) => target === AS_NAMED && known.names.has(plain(columns[at]?.name ?? '')));

function targetsOf(columns: SourceColumn[], values: string[][], known: Known): Target[] {
  const taken = new Set(columns.map(({ name }) => plain(name)));
  const free = known.columns.filter(({ name, field }) => !taken.has(plain(name)) && !taken.has(plain(field)));
  return columns.map(({ name }, at) => {
    if (known.names.has(plain(name))) return AS_NAMED;
    const scores = free
      .map((column) => ({ column, score: likeness(name, values[at] ?? [], column) }))
      .toSorted((one, other) => other.score - one.score);
    const [best, next] = scores;
    if (!best || best.score < LEAST || best.score === next?.score) return name === '' ? null : AS_NAMED;
    free.splice(free.indexOf(best.column), 1);
    return best.column.name;
  });
}

/** How much two names must have in common, from 0 to 1. */
const LEAST = 0.4;

/** How likely a column is a field: the words that both names share, if the values fit. */
function likeness(name: string, values: string[], column: ImportColumn): number {
  const fits = fitting(values, column);
  if (fits === false) return 0;
  const own = wordsOf(name);
  const other = new Set([...wordsOf(column.name), ...wordsOf(column.field)]);
  const shared = [...own].filter((word) => other.has(word)).length;
  const alike = shared === 0 ? 0 : shared / Math.min(own.size, wordsOf(column.name).size);
  // Values that only this kind of field has say it without a name.
  return alike > 0 ? alike / 2 + shared / new Set([...own, ...other]).size / 2 : fits === 'sure' ? LEAST : 0;
}

/** Whether values fit a field; `sure` when they fit hardly any other. */
function fitting(values: string[], { schema }: ImportColumn): boolean | 'sure' {
  const all = (test: (value: string) => boolean): boolean => values.length > 0 && values.every(test);
  if (values.length === 0) return true;
  switch (kindOf(schema)) {
    case 'number':
      return values.filter(isNumber).length >= values.length / 2;
    case 'choice': {
      const choices = new Set(
        [...(schema.enum ?? []), ...Object.values(schema['x-labels'] ?? {})].map((one) => plain(String(one))),
      );
      return all((value) => choices.has(plain(value))) ? 'sure' : values.some((value) => choices.has(plain(value)));
    }
    case 'date':
    case 'moment':
      return values.filter((value) => /\d/.test(value) && !isNumber(value)).length >= values.length / 2;
    default:
      if (schema.format === 'email') return all((value) => /^\S+@\S+$/.test(value)) ? 'sure' : false;
      if (schema.format === 'uri') return all((value) => /^https?:/.test(value)) ? 'sure' : false;
      return true;
  }
}

const isNumber = (value: string): boolean => /^\s*[-+]?\d[\d\s.,']*%?\s*$/.test(value);

/** A name without case, spaces and signs. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}.]/gu, '');

/** `unitNumber`, `unit_number` and `Unit number` have the same words. */
const wordsOf = (name: string): Set<string> =>
  new Set(
    name
      .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
      .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word)),
  );
