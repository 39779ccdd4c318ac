// What of an answer is drawn, and what each mark says.
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import type { Answer, Compared, Member } from '../analytics/answers.ts';
import { idOf } from '../analytics/table-shape.ts';
import type { Measure } from '../document/analytics.ts';
import { whole } from './numbers.ts';
import type { ChartProps, Drawn } from './types.ts';

/** More colours than that cannot be told apart. */
export const MOST_SERIES = 6;

/** The figures of a measure that have a value. */
export function drawnOf({ rows }: Pick<Answer, 'rows'>, { name }: Measure): Drawn[] {
  return rows.flatMap(({ row, col, values }) => {
    const figure = values[name];
    return figure?.value == null ? [] : [{ row, col, figure }];
  });
}

/** The members of the rows or the columns that are drawn, each once, in the order of the answer. */
export function membersOf(members: (Member | undefined)[]): Member[] {
  const all = new Map<string, Member>();
  for (const member of members) if (member && !all.has(idOf(member))) all.set(idOf(member), member);
  return [...all.values()];
}

/** The columns that are drawn, in the order of their dimension. */
export const seriesOf = ({ cols = [] }: Pick<Answer, 'cols'>, drawn: Drawn[]): Member[] => {
  const ids = new Set(drawn.map(({ col }) => idOf(col)));
  return cols.filter((col) => ids.has(idOf(col)));
};

/** The colour of a series, as a token. */
export const colourOf = (series: number): string => `var(--chart-${(series % MOST_SERIES) + 1})`;

export const nameOf = (row: Member, col?: Member): string => (col ? `${row.label} · ${col.label}` : row.label);

/** What a mark says, line by line: whose figure it is, the figure, what it is compared with, how many it is made of. */
export function saidOf({ row, col, figure }: Drawn, { label, unit }: Measure, compare?: string): string[] {
  const told = (name: string, { value }: Compared): string =>
    m.charts_figure({ label: name, value: value === null ? m.analytics_no_value() : whole(value, unit) });
  const lines = [nameOf(row, col), told(label, figure)];
  if (figure.compare) {
    const name = compare === 'listed' ? m.analytics_listed_of({ label }) : m.analytics_previous_of({ label });
    lines.push(told(name, figure.compare));
  }
  return [...lines, m.analytics_n({ n: formatNumber(figure.n) })];
}

/** Where the mark of one figure leads. */
export const hrefOf = ({ hrefOf: of }: ChartProps, { row, col }: Drawn, { name }: Measure): string | undefined =>
  of?.({ rows: [row], col, measure: name });
