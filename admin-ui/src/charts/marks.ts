// The marks of a result: which values are drawn, in which order and colour, and their texts.
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import type { Dimension, Measure } from '../document/analytics.ts';
import type { Answer, Compared, Member } from './answer.ts';
import type { Spot } from './canvas.tsx';
import { decimalsOf } from './measure-format.ts';
import { exactly, withUnit } from './numbers.ts';
import { everyPeriod } from './periods.ts';
import { idOf } from './table-shape.ts';
import type { ChartProps, Drawn } from './types.ts';

/** More colours cannot be distinguished; further series share a neutral one. */
export const MOST_SERIES = 6;
const OTHERS = 'var(--control)';

/** The rows of a measure with a value or a compared value. */
export function drawnOf({ rows }: Pick<Answer, 'rows'>, { name }: Measure): Drawn[] {
  return rows.flatMap(({ row, col, values }) => {
    const measured = values[name];
    return measured && (measured.value !== null || measured.compare?.value != null) ? [{ row, col, measured }] : [];
  });
}

/** Those with a value. */
export const statedOf = (drawn: Drawn[]): Drawn[] => drawn.filter(({ measured }) => measured.value !== null);

/** All values and compared values: the domain of a scale. */
export const valuesOf = (drawn: Drawn[]): number[] =>
  drawn.flatMap(({ measured }) => [measured.value, measured.compare?.value].filter((value) => value != null));

/** The number of decimals of all values in a drawing. */
export const decimalsIn = (drawn: Drawn[], { unit }: Measure): number => decimalsOf(valuesOf(drawn), unit);

/** The distinct members of rows or columns, in the order of the result. */
export function membersOf(members: (Member | undefined)[]): Member[] {
  const all = new Map<string, Member>();
  for (const member of members) if (member && !all.has(idOf(member))) all.set(idOf(member), member);
  return [...all.values()];
}

/** The members of a dimension along an axis. A time axis has every period, however the table is sorted. */
export const alongAxis = (
  members: Member[],
  dimension: Dimension | undefined,
  { span, answer }: Pick<ChartProps, 'span' | 'answer'>,
): Member[] =>
  dimension?.kind === 'time' ? everyPeriod(members, { ...span, name: dimension.name, asOf: answer.asOf }) : members;

/** The columns that are drawn, in the order of their dimension. */
export const seriesOf = ({ cols = [] }: Pick<Answer, 'cols'>, drawn: Drawn[]): Member[] => {
  const ids = new Set(drawn.map(({ col }) => idOf(col)));
  return cols.filter((col) => ids.has(idOf(col)));
};

export const colourOf = (series: number): string => (series < MOST_SERIES ? `var(--chart-${series + 1})` : OTHERS);

/** The number of rows of the result; a row may have several columns. */
export const rowsIn = ({ rows }: Pick<Answer, 'rows'>): number => new Set(rows.map(({ row }) => idOf(row))).size;

/** Whether the measure is a count: whole numbers without a unit, and 0 where a row is missing. */
export const isCount = ({ unit }: Measure, drawn: Drawn[]): boolean =>
  unit === '' && valuesOf(drawn).every(Number.isInteger);

/** Fills in 0 for missing counts, unless rows were left out of the result. */
export function counted(
  one: Drawn | undefined,
  group: Pick<Drawn, 'row' | 'col'>,
  { answer, compare }: Pick<ChartProps, 'answer' | 'compare'>,
): Drawn | undefined {
  if (answer.total > rowsIn(answer)) return one;
  const none = { value: 0, n: 0 };
  const { value = null, n = 0, compare: then } = one?.measured ?? {};
  const before = compare === 'previous' ? { compare: then?.value == null ? none : then } : {};
  return { ...group, ...one, measured: { value: value ?? 0, n, ...before } };
}

export const namesOf = (row: Member, col?: Member): string[] => (col ? [row.label, col.label] : [row.label]);

/** The text of a mark: the names of its members, and lines of the value, the compared value, and n. */
export function textOf(
  { row, col, measured }: Drawn,
  { label, unit }: Measure,
  compare: string | undefined,
  decimals: number,
): Pick<Spot, 'names' | 'lines'> {
  const line = (name: string, { value }: Compared): string =>
    m.charts_labelled({
      label: name,
      value: value === null ? m.analytics_no_value() : withUnit(value, unit, exactly(value, unit, decimals)),
    });
  const lines = [line(label, measured)];
  if (measured.compare) {
    const name = compare === 'listed' ? m.analytics_listed_of({ label }) : m.analytics_previous_of({ label });
    lines.push(line(name, measured.compare));
  }
  return { names: namesOf(row, col), lines: [...lines, m.analytics_n({ n: formatNumber(measured.n) })] };
}

/** The link of a single value; a value of no records has none. */
export const hrefOf = (
  { hrefOf: of }: ChartProps,
  { row, col, measured }: Drawn,
  { name }: Measure,
): string | undefined => (measured.n > 0 ? of?.({ rows: [row], col, measure: name }) : undefined);
