// A measure on the index: its value, record count and change, with a link to its view.
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import unseen from '@mizan/ui-kit/unseen.module.css';
import { Link } from 'react-router';
import { amount, digits, directionOf } from '../charts/measure-format.ts';
import { MeasureInfo } from '../charts/measure-info.tsx';
import { leading } from '../charts/numbers.ts';
import { Icon } from '../frame/icon.tsx';
import { paths } from '../paths.ts';
import type { OverviewMeasure } from './answers.ts';
import styles from './index-screen.module.css';

export function MeasureCard({ measure }: { measure: OverviewMeasure }) {
  const { label, unit, value, n, of } = measure;
  const drillDown = drillDownPath(measure);
  return (
    <li className={styles.card}>
      <h2 className={styles.label}>
        {drillDown ? (
          <Link to={drillDown} className={styles.link}>
            {label}
          </Link>
        ) : (
          label
        )}
        {drillDown && <Icon name="next" size={18} />}
      </h2>
      <div className={styles.about}>
        <MeasureInfo of={[{ label, description: measure.description ?? '', formula: measure.formula ?? '' }]} />
      </div>
      <p className={styles.value}>
        {value === null ? (
          <span className={styles.none}>
            <span aria-hidden="true">—</span>
            <span className={unseen.unseen}>{m.analytics_no_value()}</span>
          </span>
        ) : (
          <>
            {unit === '' ? digits(value, unit) : leading(value, unit)}
            {/* Screen readers read it as one line. */}
            {unit && ' '}
            {unit && <span className={styles.unit}>{unit}</span>}
            {of !== undefined && of !== null && (
              <>
                {' '}
                <span className={styles.unit}>{m.analytics_of({ of: formatNumber(of) })}</span>
              </>
            )}
          </>
        )}
      </p>
      <p className={styles.foot}>
        <Change measure={measure} />
        <span className={styles.n}>{m.analytics_n({ n: formatNumber(n) })}</span>
      </p>
    </li>
  );
}

/** Returns the link of a measure: its view in the explorer, or the list of the records it counts. */
function drillDownPath({ explore, list }: OverviewMeasure): string | undefined {
  if (explore) return paths.explorer(`?${explore.replace(/^\?/, '')}`);
  return list ? `${paths.area('analytics')}/${list}` : undefined;
}

/** States whether the value went up or down, without judging whether that is good. */
function Change({ measure: { unit, value, change } }: { measure: OverviewMeasure }) {
  if (value === null) return <span />;
  if (change === null) return <span>{m.analytics_no_previous()}</span>;
  const way = directionOf(change, unit);
  const by = amount(change, unit);
  return (
    <span className={styles.change} data-way={way}>
      {way !== 'same' && <Icon name={way} size={14} />}
      {way === 'same' ? m.analytics_same() : way === 'up' ? m.analytics_up({ by }) : m.analytics_down({ by })}
    </span>
  );
}
