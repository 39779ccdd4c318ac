// The line over the answer: how much of it is shown, filters, and the way to have it as a file.
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { useSession } from '@mizan/ui-kit/session';
import { useMaySaved } from '../data/saved-filters.ts';
import type { Analytics } from '../document/analytics.ts';
import { permitted } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import type { FilterGroup } from '../filters/filter-group.ts';
import { FiltersButton } from '../filters/filters-button.tsx';
import { SavedFiltersMenu } from '../filters/saved-filters-menu.tsx';
import { ExportMenu } from '../list/export-menu.tsx';
import { exportView, type AnswerState } from './analytics-data.ts';
import styles from './explorer.module.css';
import { shapeOf } from './table-shape.ts';
import type { View } from './view.ts';

interface Props {
  analytics: Analytics;
  view: View;
  asked: AnswerState;
  /** What is filtered, when the visitor may. */
  filtered: Resource | undefined;
  onBuild: () => void;
  onFilter: (filters: FilterGroup | null) => void;
}

export function ResultTools({ analytics, view, asked, filtered, onBuild, onFilter }: Props) {
  const { me } = useSession();
  const mayReadSaved = useMaySaved()('read');
  const { export: exported } = analytics;
  return (
    <div className={styles.toolbar}>
      <p className={styles.count} role="status">
        {counted(asked)}
      </p>
      <div className={styles.tools}>
        {filtered && <FiltersButton filters={view.filters} onOpen={onBuild} />}
        {filtered && mayReadSaved && <SavedFiltersMenu resource={filtered} filters={view.filters} onApply={onFilter} />}
        {exported && permitted(me, exported) && (
          <ExportMenu
            name={view.dataset}
            failed={m.analytics_export_failed()}
            load={(format) => exportView(exported, analytics, view, format)}
          />
        )}
      </div>
      <span
        className={styles.progress}
        data-shown={(asked.isFetching && asked.data !== undefined) || undefined}
        aria-hidden="true"
      />
    </div>
  );
}

/** Nothing while something newer is on its way. */
function counted({ data, isPlaceholderData, error }: AnswerState): string {
  if (!data || isPlaceholderData || error) return '';
  const shown = shapeOf(data.answer).rows.length;
  return m.analytics_showing({ shown: formatNumber(shown), total: formatNumber(data.answer.total) });
}
