// The picture of the idea: estimates as weights on a beam, the consensus where it balances. The figures are an example.
import { bedroomName, formatNumber, formatPrice } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import styles from './balance.module.css';

const ESTIMATES = [128_000, 133_000, 138_000, 142_000, 145_500, 149_000, 156_000];
const CONSENSUS = 142_000;
const AREA_SQ_FT = 1184;
const BEDROOMS = 2;

const LOW = 124_000;
const HIGH = 160_000;
const WIDTH = 400;
const along = (amount: number): number => 16 + ((amount - LOW) / (HIGH - LOW)) * (WIDTH - 32);

export function Balance() {
  const low = formatPrice(ESTIMATES[0] ?? LOW);
  const high = formatPrice(ESTIMATES.at(-1) ?? HIGH);
  const centre = along(CONSENSUS);
  const label = m.start_example_label({ low, high, consensus: formatPrice(CONSENSUS) });
  return (
    <figure className={styles['card']} role="img" aria-label={label}>
      <div className={styles['what']}>
        <span className={styles['unit']}>{m.start_example_unit()}</span>
        <span className={styles['place']}>{m.start_example_place({ bedrooms: bedroomName(BEDROOMS), area: formatNumber(AREA_SQ_FT) })}</span>
      </div>
      <p className={styles['amount']}>
        {formatNumber(CONSENSUS)}
        <span className={styles['currency']}>{m.start_example_currency()}</span>
      </p>
      <p className={styles['note']}>{m.start_example_note({ count: ESTIMATES.length })}</p>
      <svg className={styles['beam']} viewBox={`0 0 ${WIDTH} 66`} aria-hidden="true">
        <line className={styles['line']} x1="0" x2={WIDTH} y1="40" y2="40" />
        {ESTIMATES.map((estimate) => (
          <g key={estimate}>
            <line className={styles['drop']} x1={along(estimate)} x2={along(estimate)} y1="27" y2="40" />
            <circle className={estimate === CONSENSUS ? styles['median'] : styles['weight']} cx={along(estimate)} cy="19" r={estimate === CONSENSUS ? 9 : 8} />
          </g>
        ))}
        <path className={styles['pivot']} d={`M${centre} 42l10 17h-20Z`} />
      </svg>
      <div className={styles['ticks']}>
        <span>{low}</span>
        <span>{high}</span>
      </div>
    </figure>
  );
}
