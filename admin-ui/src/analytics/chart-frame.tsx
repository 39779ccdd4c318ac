// The frame of a chart on the index: title, caption, the chart or its table, and the link to the explorer.
import { Skeleton } from '@mizan/ui-kit/skeleton';
import { m } from '@mizan/ui-kit/messages';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { Chart } from '../charts/chart-lazy.tsx';
import type { Span } from '../charts/periods.ts';
import { shapeOf } from '../charts/table-shape.ts';
import { byName, type Analytics } from '../document/analytics.ts';
import { Icon } from '../frame/icon.tsx';
import { NotLoaded } from '../frame/not-loaded.tsx';
import { paths } from '../paths.ts';
import { AnswerTable } from './answer-table.tsx';
import type { ChartAnswer } from './answers.ts';
import styles from './index-screen.module.css';
import { recordsPath, type Group } from './records-path.ts';
import { sortedView } from './sorted-view.ts';
import { queryOf, type View } from './view.ts';

interface Props {
  frame: (element: HTMLElement | null) => void;
  analytics: Analytics;
  title: string;
  text: string;
  /** A kind of chart, or `table`. */
  kind: string;
  chart: ChartAnswer | undefined;
  pending: boolean;
  error: Error | null;
  retry: () => void;
  /** A further action. */
  more?: { label: string; onClick: () => void } | undefined;
}

export function ChartFrame({ frame, analytics, title, text, kind, chart, pending, error, retry, more }: Props) {
  const [chosen, setChosen] = useState(false);
  const numbers = chosen || kind === 'table';
  return (
    <article ref={frame} className={styles.chart} data-kind={kind} aria-busy={pending && !chart && !error}>
      <header className={styles.chartHead}>
        <h2 className={styles.chartTitle} dir="auto">
          {title}
        </h2>
        <p className={styles.chartText} dir="auto">
          {text}
        </p>
      </header>
      <div className={styles.chartBody}>
        {error && !chart ? (
          <NotLoaded title={m.analytics_chart_failed()} error={error} onRetry={retry} />
        ) : chart ? (
          <Drawn analytics={analytics} chart={chart} numbers={numbers} />
        ) : (
          <Skeleton height={304} />
        )}
      </div>
      <footer className={styles.chartFoot}>
        {kind !== 'table' && (
          <button
            type="button"
            className={styles.open}
            aria-label={chosen ? m.charts_show_of({ title }) : m.analytics_chart_numbers_of({ title })}
            onClick={() => setChosen(!chosen)}
          >
            {chosen ? m.charts_show() : m.analytics_chart_numbers()}
          </button>
        )}
        {more && (
          <button type="button" className={styles.open} aria-label={`${more.label}: ${title}`} onClick={more.onClick}>
            {more.label}
          </button>
        )}
        {chart?.explore && (
          <Link
            to={paths.explorer(`?${chart.explore}`)}
            className={styles.open}
            aria-label={m.analytics_chart_open_of({ title })}
          >
            {m.analytics_chart_open()}
            <Icon name="next" size={16} />
          </Link>
        )}
      </footer>
    </article>
  );
}

function Drawn({ analytics, chart, numbers }: { analytics: Analytics; chart: ChartAnswer; numbers: boolean }) {
  const view = useMemo(() => viewOf(chart), [chart]);
  const shape = useMemo(() => shapeOf(chart.answer), [chart]);
  const { explore } = chart;
  // Rows without a view in the explorer have no link.
  const behind =
    analytics.records && explore && chart.n === undefined ? (group: Group) => recordsPath(explore, group) : undefined;
  if (numbers) {
    return (
      <div className={styles.numbers}>
        <AnswerTable
          analytics={analytics}
          view={view}
          shape={shape}
          title={chart.title}
          behind={behind && ((row, col) => behind({ rows: [row], col }))}
        />
      </div>
    );
  }
  return (
    <Chart
      {...queryOf(view, analytics)}
      measures={chart.measures.flatMap((one) => byName(analytics.measures, one) ?? [])}
      kind={chart.kind}
      title={chart.title}
      answer={chart.answer}
      span={spanOf(explore)}
      n={chart.n}
      hrefOf={behind}
      sortedBy={explore === undefined ? undefined : (measure) => sortedView(explore, measure)}
      size="card"
    />
  );
}

/** The period of a chart, taken from its view in the explorer. */
function spanOf(explore: string | undefined): Span {
  const params = new URLSearchParams(explore);
  const one = (name: string): string | undefined => params.get(name) ?? undefined;
  return { grain: one('grain'), from: one('from'), to: one('to') };
}

/** A chart's query, as far as the table needs it. */
const viewOf = ({ measures, rows, cols, compare }: ChartAnswer): View => ({
  dataset: '',
  measures,
  rows,
  cols,
  compare,
  filters: null,
  from: undefined,
  to: undefined,
  grain: undefined,
  chart: undefined,
  sort: { by: 'row', direction: 'asc' },
  limit: Infinity,
});
