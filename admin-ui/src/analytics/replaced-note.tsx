// A note about parts of the URL that are not possible here, and what replaced them.
import { m } from '@mizan/ui-kit/messages';
import { byName, type Analytics } from '../document/analytics.ts';
import { AddressNote, shortened } from '../frame/address-note.tsx';
import { listOf, type Replaced } from './view.ts';

interface Props {
  analytics: Analytics;
  replaced: Replaced[];
  onClose: () => void;
}

export const ReplacedNote = ({ analytics, replaced, onClose }: Props) => (
  <AddressNote texts={messagesOf(replaced, analytics)} onClose={onClose} />
);

/** What the controls call a parameter; one that the explorer does not have is quoted as it is. */
function labelOf(name: string): string {
  const labels: Record<string, () => string> = {
    dataset: m.analytics_dataset,
    measures: m.analytics_measures,
    rows: m.analytics_rows,
    cols: m.analytics_cols,
    row: m.analytics_rows,
    col: m.analytics_cols,
    filters: m.explorer_replaced_filters,
    from: m.analytics_from,
    to: m.analytics_to,
    grain: m.analytics_grain,
    chart: m.charts_kind,
    compare: m.analytics_compare,
    sort: m.analytics_sort,
    limit: m.analytics_limit,
    page: m.explorer_replaced_page,
  };
  return labels[name]?.() ?? name;
}

/** One message for everything that was left out, and one for each other correction. */
function messagesOf(replaced: Replaced[], { measures: all, dimensions }: Analytics): string[] {
  const quoted = (of: Replaced[]): string =>
    listOf(of.map(({ name, value }) => m.explorer_replaced_one({ name: labelOf(name), value: shortened(value) })));
  const because = (why: Replaced['why']): Replaced[] => replaced.filter((one) => one.why === why);
  const left = because(undefined);
  const repeated = because('repeated');
  return [
    ...(left.length > 0 ? [m.explorer_replaced({ list: quoted(left) })] : []),
    ...because('grouping').map(({ value, measures = [] }) =>
      m.explorer_replaced_grouping({
        measures: listOf(measures.map((name) => byName(all, name)?.label ?? name)),
        dimension: byName(dimensions, value)?.label ?? value,
      }),
    ),
    ...(because('order').length > 0 ? [m.explorer_replaced_order()] : []),
    ...(repeated.length > 0 ? [m.explorer_replaced_repeated({ list: quoted(repeated) })] : []),
    ...because('last').map(({ value }) => m.explorer_replaced_last({ page: value })),
  ];
}
