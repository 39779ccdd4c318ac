// The toolbar above the result: row count, filters and export.
import { formatDateTime, formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { useSession } from '@mizan/ui-kit/session';
import type { RefObject } from 'react';
import type { PictureFormat } from '../charts/picture.ts';
import { shapeOf } from '../charts/table-shape.ts';
import type { ReadFilter } from '../data/filter-group.ts';
import type { Analytics } from '../document/analytics.ts';
import { permitted } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { FiltersButton } from '../filters/filters-button.tsx';
import { SAVED_FILTERS } from '../filters/saved-filters.ts';
import { SavedFiltersMenu } from '../filters/saved-filters-menu.tsx';
import { RefetchLine } from '../frame/refetch-line.tsx';
import { useMaySaved } from '../saved/collection.ts';
import { ExportMenu, type ExportItem } from '../list/export-menu.tsx';
import { exportView, type AnswerState } from './analytics-data.ts';
import styles from './explorer.module.css';
import { ViewsMenu } from './views-menu.tsx';
import { shownAs, type View } from './view.ts';

interface Props {
  analytics: Analytics;
  view: View;
  state: AnswerState;
  /** The SVG of the chart, if there is one. */
  plot: RefObject<SVGSVGElement | null>;
  /** The resource that filters apply to, if the user may filter. */
  filtered: Resource | undefined;
  /** The filter cannot be applied: there is nothing to count and to export. */
  blocked: boolean;
  onBuild: () => void;
  /** Applies a saved filter. */
  onSaved: (filter: ReadFilter) => void;
}

export function ResultTools({ analytics, view, state, plot, filtered, blocked, onBuild, onSaved }: Props) {
  const { me } = useSession();
  const mayReadSaved = useMaySaved(SAVED_FILTERS)('read');
  const { export: exported } = analytics;
  const drawn = state.data && shownAs(state.data.view, analytics) !== 'table';
  const picture = async (format: PictureFormat): Promise<Blob> => {
    // The picture code is loaded on first use.
    const { pictureOf } = await import('../charts/picture.ts');
    if (!plot.current || !state.data) throw new Error(m.charts_picture_failed());
    const note = m.analytics_as_of({ time: formatDateTime(state.data.answer.asOf) });
    return pictureOf(plot.current, note, format);
  };
  const pictureItem = (format: PictureFormat): ExportItem => ({
    label: format === 'png' ? m.charts_picture_png() : m.charts_picture_svg(),
    ending: format,
    load: () => picture(format),
  });
  return (
    <div className={styles.toolbar}>
      <p className={styles.count} role="status">
        {!blocked && counted(state)}
      </p>
      <div className={styles.tools}>
        <div className={styles.views}>
          <ViewsMenu analytics={analytics} view={view} />
        </div>
        {filtered && <FiltersButton filters={view.filters} onOpen={onBuild} />}
        {filtered && mayReadSaved && <SavedFiltersMenu resource={filtered} filters={view.filters} onApply={onSaved} />}
        {!blocked && exported && permitted(me, exported) && (
          <ExportMenu
            name={view.dataset}
            failed={m.analytics_export_failed()}
            load={(query) => exportView(exported, analytics, view, query)}
            more={drawn ? [pictureItem('png'), pictureItem('svg')] : undefined}
          />
        )}
      </div>
      <RefetchLine shown={state.isFetching && state.data !== undefined} />
    </div>
  );
}

/** Empty while newer data is loading. */
function counted({ data, isPlaceholderData, error }: AnswerState): string {
  if (!data || isPlaceholderData || error) return '';
  const shown = shapeOf(data.answer).rows.length;
  return m.analytics_showing({
    count: data.answer.total,
    shown: formatNumber(shown),
    total: formatNumber(data.answer.total),
  });
}
