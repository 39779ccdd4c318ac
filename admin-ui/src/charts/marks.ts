// What of an answer is drawn, in which order and colour, and what each mark says.
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import type { Dimension, Measure } from '../document/analytics.ts';
import type { Answer, Compared, Member } from './answer.ts';
import { decimalsOf } from './figures.ts';
import { whole } from './numbers.ts';
import { everyPeriod } from './periods.ts';
import { idOf } from './table-shape.ts';
import type { ChartProps, Drawn } from './types.ts';

/** More colours than that cannot be told apart: the series after them share a neutral one. */
export const MOST_SERIES = 6;
const OTHERS = 'var(--control)';

/** The figures of a measure that have a value, or one that they are compared with. */
export function drawnOf({ rows }: Pick<Answer, 'rows'>, { name }: Measure): Drawn[] {
  return rows.flatMap(({ row, col, values }) => {
    const figure = values[name];
    return figure && (figure.value !== null || figure.compare?.value != null) ? [{ row, col, figure }] : [];
  });
}

/** Those that have a value themselves. */
export const statedOf = (drawn: Drawn[]): Drawn[] => drawn.filter(({ figure }) => figure.value !== null);

/** The values of figures and of what they are compared with: what a scale reaches over. */
export const valuesOf = (drawn: Drawn[]): number[] =>
  drawn.flatMap(({ figure }) => [figure.value, figure.compare?.value].filter((value) => value != null));

/** How many digits all figures of a drawing have after the point. */
export const decimalsIn = (drawn: Drawn[], { unit }: Measure): number => decimalsOf(valuesOf(drawn), unit);

/** The members of the rows or the columns that are drawn, each once, in the order of the answer. */
export function membersOf(members: (Member | undefined)[]): Member[] {
  const all = new Map<string, Member>();
  for (const member of members) if (member && !all.has(idOf(member))) all.set(idOf(member), member);
  return [...all.values()];
}

/** The members of a dimension along an axis: of time every period has its place, whatever the table is sorted by. */
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

/** The colour of a series, as a token. */
export const colourOf = (series: number): string => (series < MOST_SERIES ? `var(--chart-${series + 1})` : OTHERS);

/** How many rows the answer has; a row may have several columns. */
export const rowsIn = ({ rows }: Pick<Answer, 'rows'>): number => new Set(rows.map(({ row }) => idOf(row))).size;

/** A count: whole numbers without a unit. A row that it does not have is none, not unknown. */
export const isCount = ({ unit }: Measure, drawn: Drawn[]): boolean =>
  unit === '' && valuesOf(drawn).every(Number.isInteger);

/** A count where there is nothing, instead of nothing known: unless rows were left out of the answer. */
export function counted(
  one: Drawn | undefined,
  place: Pick<Drawn, 'row' | 'col'>,
  { answer, compare }: Pick<ChartProps, 'answer' | 'compare'>,
): Drawn | undefined {
  if (answer.total > rowsIn(answer)) return one;
  const none = { value: 0, n: 0 };
  const { value = null, n = 0, compare: then } = one?.figure ?? {};
  const before = compare === 'previous' ? { compare: then?.value == null ? none : then } : {};
  return { ...place, ...one, figure: { value: value ?? 0, n, ...before } };
}

export const nameOf = (row: Member, col?: Member): string => (col ? `${row.label} · ${col.label}` : row.label);

/** What a mark says, line by line: whose figure it is, the figure, what it is compared with, how many it is made of. */
export function saidOf(
  { row, col, figure }: Drawn,
  { label, unit }: Measure,
  compare: string | undefined,
  decimals: number,
): string[] {
  const told = (name: string, { value }: Compared): string =>
    m.charts_figure({ label: name, value: value === null ? m.analytics_no_value() : whole(value, unit, decimals) });
  const lines = [nameOf(row, col), told(label, figure)];
  if (figure.compare) {
    const name = compare === 'listed' ? m.analytics_listed_of({ label }) : m.analytics_previous_of({ label });
    lines.push(told(name, figure.compare));
  }
  return [...lines, m.analytics_n({ n: formatNumber(figure.n) })];
}

/** Where the mark of one figure leads: one that is made of nothing has nothing behind it. */
export const hrefOf = (
  { hrefOf: of }: ChartProps,
  { row, col, figure }: Drawn,
  { name }: Measure,
): string | undefined => (figure.n > 0 ? of?.({ rows: [row], col, measure: name }) : undefined);
