// The result as a table: a row for each value of the first dimension. With a second dimension there is a group of
// columns for each of its values. Headings sort.
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import unseen from '@mizan/ui-kit/unseen.module.css';
import { Fragment, useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { Compared, MeasureValue, Member } from '../charts/answer.ts';
import { digits, signed, usualDecimals, withPlus } from '../charts/measure-format.ts';
import { idOf, type Shape } from '../charts/table-shape.ts';
import { byName, type Analytics } from '../document/analytics.ts';
import { Icon } from '../frame/icon.tsx';
import { ScrollRegion } from '../frame/scroll-region.tsx';
import { useOverflow } from '../list/use-overflow.ts';
import styles from './answer-table.module.css';
import { partsOf, titleOf, type Part } from './parts-of-view.ts';
import { sortedBy, type View } from './view.ts';

interface Props {
  analytics: Analytics;
  view: View;
  shape: Shape;
  /** Defaults to a title made from the query. */
  title?: string;
  /** The link of a row's name. */
  recordsOf?: (row: Member) => string | undefined;
  /** The link to the records behind a value. */
  behind?: (row: Member, col?: Member) => string | undefined;
  /** Whether each row is a single record, so that n is not shown. */
  single?: boolean;
  /** Without it the table cannot be sorted. */
  onSort?: (sort: View['sort']) => void;
  /** The measures that it can be sorted by; all by default. */
  sortable?: string[];
  /** A last column of anything. */
  last?: { label: string; of: (row: Member) => ReactNode } | undefined;
}

export function AnswerTable({
  analytics,
  view,
  shape,
  title = titleOf(analytics, view),
  recordsOf,
  behind,
  single = false,
  onSort,
  sortable,
  last,
}: Props) {
  const scroll = useRef<HTMLDivElement>(null);
  const more = useOverflow(scroll);
  const parts = partsOf(analytics, view);
  const rows = byName(analytics.dimensions, view.rows);
  const grouped = shape.cols.length > 0;
  const ids = grouped ? shape.cols.map(idOf) : [''];
  const sort = onSort && ((by: string) => onSort(sortedBy(view, by).sort));
  const corner = (
    <Heading
      label={rows?.label ?? m.analytics_everything()}
      by={rows && 'row'}
      view={view}
      onSort={sort}
      rowSpan={grouped ? 2 : 1}
      corner
    />
  );
  const sorts = ({ kind, measure }: Part): boolean =>
    kind === 'value' && !grouped && rows !== undefined && (sortable?.includes(measure) ?? true);
  const lacking = lackingIn(parts, shape);
  const decimals = decimalsIn(parts, shape);
  return (
    <>
      <ScrollRegion ref={scroll} className={styles.scroll} data-more={more || undefined} label={title}>
        <table className={styles.table}>
          <caption className={unseen.unseen}>{title}</caption>
          <thead>
            {grouped && (
              <tr>
                {corner}
                {shape.cols.map((col) => (
                  <th key={idOf(col)} scope="colgroup" colSpan={parts.length} className={styles.group} dir="auto">
                    {col.label}
                  </th>
                ))}
              </tr>
            )}
            <tr>
              {!grouped && corner}
              {ids.map((id) => (
                <Fragment key={id}>
                  {parts.map((part, index) => (
                    <Heading
                      key={part.id}
                      label={part.label}
                      unit={part.shownUnit}
                      // With columns, the same measure is in many of them: it sorts by the total over all columns.
                      by={sorts(part) ? part.measure : undefined}
                      view={view}
                      onSort={sort}
                      edge={grouped && index === 0}
                    />
                  ))}
                </Fragment>
              ))}
              {last && (
                <th scope="col" className={styles.last}>
                  {last.label}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {shape.rows.map(({ row, cells }) => (
              <tr key={idOf(row)}>
                <th scope="row" className={styles.row} data-unstated={row.key === null && rows ? true : undefined}>
                  <RowName row={row} to={rows && recordsOf?.(row)} />
                </th>
                {ids.map((id, at) => (
                  <Fragment key={id}>
                    {parts.map((part, index) => (
                      <Cell
                        key={part.id}
                        part={part}
                        single={single}
                        decimals={decimals.get(part.measure)}
                        measured={cells.get(id)?.[part.measure]}
                        to={part.kind === 'value' ? behind?.(row, shape.cols[at]) : undefined}
                        edge={grouped && index === 0}
                      />
                    ))}
                  </Fragment>
                ))}
                {last && <td className={styles.last}>{last.of(row)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {lacking.length > 0 && (
        <ul className={styles.reasons}>
          {lacking.map(({ measure, label, none }) => (
            <li key={measure}>
              <span aria-hidden="true">— </span>
              {m.analytics_why_none({ label, reason: none ?? '' })}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The measures with missing values whose reason is known. */
const lackingIn = (parts: Part[], { rows }: Shape): Part[] =>
  parts.filter(
    ({ kind, measure, none }) =>
      kind === 'value' &&
      none &&
      rows.some(({ cells }) => [...cells.values()].some((measuredValues) => measuredValues[measure]?.value === null)),
  );

/** The number of decimals of each measure, the same in all columns. */
function decimalsIn(parts: Part[], { rows }: Shape): Map<string, number> {
  const measuredValues = rows.flatMap(({ cells }) => [...cells.values()]);
  return new Map(
    parts
      .filter(({ kind }) => kind === 'value')
      .map(({ measure, unit }) => {
        const values = measuredValues.flatMap((all) => [all[measure]?.value, all[measure]?.compare?.value]);
        return [
          measure,
          usualDecimals(
            values.filter((value) => value != null),
            unit,
          ),
        ];
      }),
  );
}

interface HeadingProps {
  label: string;
  unit?: string;
  /** The sort key. */
  by: string | undefined;
  view: View;
  onSort: ((by: string) => void) | undefined;
  rowSpan?: number;
  corner?: boolean;
  edge?: boolean;
}

function Heading({ label, unit, by, view, onSort, rowSpan, corner, edge }: HeadingProps) {
  const sorted = onSort && by !== undefined && view.sort.by === by;
  const summary = (
    <span className={styles.label}>
      {label}
      {/* Screen readers read a header as one line. */}
      {unit && ' '}
      {unit && <span className={styles.unit}>{unit}</span>}
    </span>
  );
  return (
    <th
      scope="col"
      rowSpan={rowSpan}
      className={corner ? styles.row : styles.number}
      data-edge={edge || undefined}
      aria-sort={sorted ? (view.sort.direction === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      {by === undefined || !onSort ? (
        summary
      ) : (
        <button type="button" className={styles.sort} data-sorted={sorted || undefined} onClick={() => onSort(by)}>
          {summary}
          <Icon name={(sorted ? view.sort.direction === 'desc' : by !== 'row') ? 'down' : 'up'} size={14} />
        </button>
      )}
    </th>
  );
}

function RowName({ row, to }: { row: Member; to: string | undefined }) {
  if (!to) return <span dir="auto">{row.label}</span>;
  return (
    <Link to={to} className={styles.name} dir="auto">
      {row.label}
    </Link>
  );
}

interface CellProps {
  part: Part;
  measured: MeasureValue | undefined;
  single: boolean;
  decimals: number | undefined;
  edge: boolean;
  to: string | undefined;
}

function Cell({ part, measured, single, decimals, edge, to }: CellProps) {
  const shown = content(part, measured, single, decimals);
  return (
    <td className={styles.number} data-edge={edge || undefined}>
      {to && measured && measured.n > 0 ? (
        <Link to={to} className={styles.recordsLink}>
          {shown}
        </Link>
      ) : (
        shown
      )}
    </td>
  );
}

function content(
  { kind, unit, none, signed: plus }: Part,
  measured: MeasureValue | undefined,
  single: boolean,
  decimals?: number,
) {
  const usual = { unit, single, decimals, plus };
  if (kind === 'value') return <Shown measured={measured} why={none} {...usual} />;
  if (kind === 'compared') return <Shown measured={measured?.compare} {...usual} />;
  const [now, then] = [measured?.value, measured?.compare?.value];
  return now == null || then == null ? <Missing /> : signed(now - then, unit);
}

interface ShownProps {
  measured: Compared | undefined;
  unit: string;
  single: boolean;
  decimals: number | undefined;
  plus: boolean | undefined;
  why?: string | undefined;
}

function Shown({ measured, unit, single, decimals, plus, why }: ShownProps) {
  const shown = measured?.value == null ? '' : digits(measured.value, unit, decimals);
  return (
    <span className={styles.measured}>
      {measured?.value == null ? <Missing why={why} /> : <span>{plus ? withPlus(shown) : shown}</span>}
      {!single && <span className={styles.n}>{measured && m.analytics_n({ n: formatNumber(measured.n) })}</span>}
    </span>
  );
}

function Missing({ why }: { why?: string | undefined }) {
  return (
    <span className={styles.missing} title={why}>
      <span aria-hidden="true">—</span>
      <span className={unseen.unseen}>{m.analytics_no_value()}</span>
    </span>
  );
}
