// The index of analytics: measures of this week, their change since last week, and a link to the view of each.
import { buttonClass } from '@mizan/ui-kit/button';
import { Skeleton } from '@mizan/ui-kit/skeleton';
import type { Operation } from '@mizan/openapi/document';
import { formatDate, formatDateTime } from '@mizan/ui-kit/formats';
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';
import { m } from '@mizan/ui-kit/messages';
import { Link } from 'react-router';
import type { Analytics } from '../document/analytics.ts';
import { useAnalytics } from '../document/context.tsx';
import { Icon } from '../frame/icon.tsx';
import { NotLoaded } from '../frame/not-loaded.tsx';
import { Notice } from '../frame/notice.tsx';
import { Screen } from '../frame/screen.tsx';
import { paths } from '../paths.ts';
import { useOverview } from './analytics-data.ts';
import { ChartCard } from './chart-card.tsx';
import { wholeRows } from './chart-grid.ts';
import { MeasureCard } from './measure-card.tsx';
import { IndexViews } from './index-views.tsx';
import styles from './index-screen.module.css';

const OverviewScreen = lazyScreen(() => import('../overview/overview-screen.tsx'));

export default function IndexScreen() {
  const analytics = useAnalytics();
  // Without analytics operations the area shows the overview of its resources.
  if (!analytics?.overview) return <OverviewScreen />;
  return <Index analytics={analytics} overview={analytics.overview} />;
}

const BONES = 10;

function Index({ analytics, overview }: { analytics: Analytics; overview: Operation }) {
  const { data, error, isPending, refetch } = useOverview(overview);
  const whole = wholeRows(analytics.charts.map(({ kind }) => kind));
  return (
    <Screen
      className={styles.screen}
      title={m.analytics_title()}
      text={m.analytics_text()}
      actions={
        <Link className={buttonClass({})} to={paths.explorer()}>
          {m.analytics_explorer_open()}
          <Icon name="next" size={18} />
        </Link>
      }
    >
      {isPending && (
        <div role="status" aria-label={m.analytics_loading()} className={styles.cards}>
          {Array.from({ length: BONES }, (_, index) => (
            // oxlint-disable-next-line react/no-array-index-key
            <Skeleton key={index} height={148} />
          ))}
        </div>
      )}
      {error && !data && <NotLoaded title={m.analytics_failed()} error={error} onRetry={refetch} />}
      {data && data.figures.length === 0 && <Notice title={m.analytics_nothing()} text={m.analytics_nothing_text()} />}
      {data && data.figures.length > 0 && (
        <>
          <ul className={styles.cards} aria-label={m.analytics_week_measures()}>
            {data.figures.map((measure) => (
              <MeasureCard key={measure.name} measure={measure} />
            ))}
          </ul>
          <footer className={styles.foot}>
            <p>
              {m.analytics_week({ day: formatDate(data.week) })} ·{' '}
              {m.analytics_as_of({ time: formatDateTime(data.asOf) })}
            </p>
            <p>{m.analytics_n_text()}</p>
          </footer>
        </>
      )}
      {analytics.chart && analytics.charts.length > 0 && (
        <section className={styles.charts} aria-label={m.analytics_charts()}>
          {analytics.charts.map((chart, index) => (
            <div key={chart.name} className={styles.cell} data-whole={whole[index] || undefined}>
              <ChartCard analytics={analytics} declared={chart} operation={analytics.chart as Operation} />
            </div>
          ))}
        </section>
      )}
      <IndexViews analytics={analytics} />
    </Screen>
  );
}
