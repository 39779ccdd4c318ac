// The index of analytics: measures of this week, their change since last week, and a link to the view of each.
import { Button, buttonClass } from '@mizan/ui-kit/button';
import { Skeleton } from '@mizan/ui-kit/skeleton';
import type { Operation } from '@mizan/openapi/document';
import { formatDate, formatDateTime } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { Link } from 'react-router';
import { errorMessage } from '../data/problems.ts';
import type { Analytics } from '../document/analytics.ts';
import { useAnalytics } from '../document/context.tsx';
import { Crumbs } from '../frame/crumbs.tsx';
import { OverviewScreen } from '../overview/overview-screen-lazy.ts';
import { Icon } from '../frame/icon.tsx';
import { Notice } from '../frame/notice.tsx';
import screen from '../frame/screen.module.css';
import { paths } from '../paths.ts';
import { useOverview } from './analytics-data.ts';
import { ChartCard } from './chart-card.tsx';
import { wholeRows } from './chart-grid.ts';
import { MeasureCard } from './measure-card.tsx';
import { IndexViews } from './index-views.tsx';
import styles from './index-screen.module.css';

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
    <div className={screen.screen}>
      <Crumbs of={[{ label: m.analytics_title() }]} />
      <header className={screen.head}>
        <div className={`${screen.heading} ${styles.heading}`}>
          <h1 className={screen.title}>{m.analytics_title()}</h1>
          <p className={screen.subtitle}>{m.analytics_text()}</p>
        </div>
        <div className={screen.actions}>
          <Link className={buttonClass({})} to={paths.explorer()}>
            {m.analytics_explorer_open()}
            <Icon name="next" size={18} />
          </Link>
        </div>
      </header>
      {isPending && (
        <div role="status" aria-label={m.analytics_loading()} className={styles.cards}>
          {Array.from({ length: BONES }, (_, index) => (
            // oxlint-disable-next-line react/no-array-index-key
            <Skeleton key={index} height={148} />
          ))}
        </div>
      )}
      {error && !data && (
        <Notice failure title={m.analytics_failed()} text={errorMessage(error, m.admin_try_again_later())}>
          <Button look="secondary" onClick={() => void refetch()}>
            {m.admin_retry()}
          </Button>
        </Notice>
      )}
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
    </div>
  );
}
