// The known facts of the unit.
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import type { Unit } from '../shapes';
import { formatPrice } from '../unit-formats';
import styles from './facts.module.css';

export function Facts({ unit }: { unit: Unit }) {
  const facts: [string, string][] = [
    [m.estimator_fact_area(), m.estimator_area({ area: formatNumber(unit.totalAreaInSqFt, 0) })],
    [m.estimator_fact_floor(), unit.floor == null ? m.estimator_fact_none() : String(unit.floor)],
    [m.estimator_fact_view(), unit.view || m.estimator_fact_none()],
    [m.estimator_fact_price(), formatPrice(unit.purchasePriceInAED)],
  ];
  return (
    <dl className={styles['facts']} aria-label={m.estimator_facts()}>
      {facts.map(([name, value]) => (
        <div key={name} className={styles['fact']}>
          <dt className={styles['name']}>{name}</dt>
          <dd className={styles['value']} title={value}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
