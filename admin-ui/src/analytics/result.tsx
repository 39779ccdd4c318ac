// The result of a view: a chart and a table of the same values, or why there are none.
import { Skeleton } from '@mizan/ui-kit/skeleton';
import { formatDateTime, formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { Member } from '../charts/answer.ts';
import { isStatus } from '../data/problems.ts';
import { byName, type Analytics } from '../document/analytics.ts';
import { Chart } from '../charts/chart-lazy.tsx';
import { shapeOf } from '../charts/table-shape.ts';
import type { ChartKind } from '../charts/types.ts';
import { NotLoaded } from '../frame/not-loaded.tsx';
import { Notice } from '../frame/notice.tsx';
import type { Answered, AnswerState } from './analytics-data.ts';
import { AnswerTable } from './answer-table.tsx';
import styles from './explorer.module.css';
import { recordsPath } from './records-path.ts';
import { titleOf } from './parts-of-view.ts';
import { sortedView } from './sorted-view.ts';
import { queryOf, formatView, shownAs, type View } from './view.ts';

/** More columns are unreadable; an export has all of them. */
const MOST_COLS = 60;

interface Props {
  analytics: Analytics;
  state: AnswerState;
  onSort: (sort: View['sort']) => void;
  /** Receives the SVG of the chart. */
  plotRef: (plot: SVGSVGElement | null) => void;
}

export function Result({ analytics, state, onSort, plotRef }: Props) {
  const { data, error, isPlaceholderData, refetch } = state;
  if (error && (!data || isPlaceholderData)) {
    const title = isStatus(error, 400) ? m.analytics_refused() : m.analytics_failed();
    return <NotLoaded title={title} error={error} onRetry={refetch} />;
  }
  if (data) return <Shown analytics={analytics} answered={data} onSort={onSort} plotRef={plotRef} />;
  return (
    <div role="status" aria-label={m.analytics_loading()} className={styles.bones}>
      {[88, 72, 80, 64, 76].map((width) => (
        <Skeleton key={width} width={`${width}%`} height={28} />
      ))}
    </div>
  );
}

interface ShownProps extends Pick<Props, 'analytics' | 'onSort' | 'plotRef'> {
  answered: Answered;
}

function Shown({ analytics, answered, onSort, plotRef }: ShownProps) {
  const { view, answer } = answered;
  const shape = useMemo(() => shapeOf(answer), [answer]);
  const query = formatView(view, analytics);
  const behind = analytics.records && ((row: Member, col?: Member) => recordsPath(query, { rows: [row], col }));
  if (answer.total === 0) return <Notice title={m.analytics_empty()} text={m.analytics_empty_text()} />;
  const cols = shape.cols.slice(0, MOST_COLS);
  const kind = shownAs(view, analytics);
  return (
    <>
      {kind !== 'table' && (
        <div className={styles.chart}>
          <Chart
            {...queryOf(view, analytics)}
            key={kind}
            kind={kind as ChartKind}
            title={titleOf(analytics, view)}
            answer={answer}
            span={view}
            plotRef={plotRef}
            hrefOf={analytics.records && (({ rows, col }) => recordsPath(query, { rows, col }))}
            sortedBy={(measure) => sortedView(query, measure)}
          />
        </div>
      )}
      <AnswerTable
        analytics={analytics}
        view={view}
        shape={{ ...shape, cols }}
        recordsOf={view.cols === undefined ? undefined : behind}
        behind={behind}
        onSort={onSort}
      />
      <footer className={styles.foot}>
        {cols.length < shape.cols.length && (
          <p className={styles.cut}>
            {m.analytics_cols_most({ shown: cols.length, total: formatNumber(shape.cols.length) })}
          </p>
        )}
        <p>
          {m.analytics_n_text()} {m.analytics_as_of({ time: formatDateTime(answer.asOf) })}
        </p>
        {analytics.records && (
          <Link to={recordsPath(query, { rows: [] })} className={styles.records}>
            {m.analytics_records({ label: (byName(analytics.datasets, view.dataset)?.label ?? '').toLowerCase() })}
          </Link>
        )}
      </footer>
    </>
  );
}
