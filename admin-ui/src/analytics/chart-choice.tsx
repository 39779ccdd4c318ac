// How a view is shown: as a table alone, or as one of the charts that fit its query.
import { m } from '@mizan/ui-kit/messages';
import { Segments } from '@mizan/ui-kit/segments';
import type { Analytics } from '../document/analytics.ts';
import styles from './explorer.module.css';
import { chartsOf, shownAs, type View } from './view.ts';

const LABELS: Record<string, () => string> = {
  table: m.charts_table,
  bar: m.charts_bar,
  line: m.charts_line,
  scatter: m.charts_scatter,
  heat: m.charts_heat,
  histogram: m.charts_histogram,
};

interface Props {
  analytics: Analytics;
  view: View;
  onChange: (chart: string) => void;
}

export function ChartChoice({ analytics, view, onChange }: Props) {
  const kinds = chartsOf(view, analytics);
  if (kinds.length === 0) return null;
  return (
    <div className={styles.kinds}>
      <Segments
        legend={m.charts_kind()}
        choices={kinds.map((value) => ({ value, label: LABELS[value]?.() ?? value }))}
        chosen={shownAs(view, analytics)}
        choose={onChange}
      />
    </div>
  );
}
