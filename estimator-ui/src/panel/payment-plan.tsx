// The payment plan, as shares of the price: a bar, and a list.
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { sumOf } from './facts';
import styles from './panel.module.css';

const percentOf = (value: number): string => m.panel_percent({ percent: formatNumber(value, 3) });

export function PaymentPlan({ plan }: { plan: { milestone: string; percent: number }[] }) {
  const rows = plan.map((instalment, index) => ({ ...instalment, key: index }));
  return (
    <>
      <div className={styles['shares']} aria-hidden="true">
        {rows.map(({ key, percent }) => (
          <span key={key} style={{ inlineSize: `${percent}%` }} />
        ))}
      </div>
      <table className={styles['plan']}>
        <thead className={styles['unseen']}>
          <tr>
            <th scope="col">{m.panel_plan_due()}</th>
            <th scope="col">{m.panel_plan_share()}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, milestone, percent }) => (
            <tr key={key}>
              <td dir="auto">{milestone}</td>
              <td>{percentOf(percent)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{m.panel_plan_total()}</th>
            <td>{percentOf(sumOf(plan))}</td>
          </tr>
        </tfoot>
      </table>
    </>
  );
}
