// The explorer: measures of a dataset, grouped, filtered and compared as the URL says, as a chart and a table.
import { m } from '@mizan/ui-kit/messages';
import { useCallback, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { FilterGroup } from '../data/filter-group.ts';
import { useAnalytics } from '../document/context.tsx';
import type { Analytics } from '../document/analytics.ts';
import { BlockedNotice, FilterBuilder } from '../filters/dialogs-lazy.ts';
import { FilterChips } from '../filters/filter-chips.tsx';
import { OptionsContext } from '../filters/use-definitions.ts';
import { NotHere } from '../frame/not-here.tsx';
import { ScreenSkeleton } from '../frame/screen-skeleton.tsx';
import { Screen } from '../frame/screen.tsx';
import { paths } from '../paths.ts';
import { useMaySaved, useSaved } from '../saved/collection.ts';
import { useAnswer } from './analytics-data.ts';
import { ChartChoice } from './chart-choice.tsx';
import { Controls } from './controls.tsx';
import styles from './explorer.module.css';
import { useMemberOptions } from './member-options.ts';
import { ReplacedNote } from './replaced-note.tsx';
import { Result } from './result.tsx';
import { ResultTools } from './result-tools.tsx';
import { VIEWS, type SavedView } from './saved-views.ts';
import { useView } from './use-view.ts';

export default function ExplorerScreen() {
  const analytics = useAnalytics();
  return analytics ? <Opened analytics={analytics} /> : <NotHere />;
}

/** A URL without a query opens the user's default view, if there is one. */
function Opened({ analytics }: { analytics: Analytics }) {
  const { search } = useLocation();
  const mayRead = useMaySaved(VIEWS.permission)('read');
  const opensDefault = search === '' && mayRead;
  const { data, isPending } = useSaved<SavedView>(VIEWS, opensDefault);
  if (opensDefault && isPending) return <ScreenSkeleton />;
  const usual = opensDefault ? data?.find(({ own, isDefault }) => own && isDefault) : undefined;
  return usual ? <Navigate to={{ search: `?${usual.view}` }} replace /> : <Explorer analytics={analytics} />;
}

function Explorer({ analytics }: { analytics: Analytics }) {
  const { view, replaced, forget, checking, filtered, blocked, go } = useView(analytics);
  const card = useRef<HTMLDivElement>(null);
  const plot = useRef<SVGSVGElement>(null);
  const plotRef = useCallback((drawn: SVGSVGElement | null) => void (plot.current = drawn), []);
  const [building, setBuilding] = useState<{ path?: number[] } | null>(null);
  const answer = useAnswer(analytics, checking || blocked ? undefined : view);
  const options = useMemberOptions(analytics, view, view.filters || building ? filtered : undefined);
  const filterBy = (filters: FilterGroup | null) => {
    // The last chip and its line were removed: move the focus to the Filters button.
    if (!filters) card.current?.querySelector<HTMLElement>('[data-filters]')?.focus();
    go({ filters });
  };
  return (
    <OptionsContext value={options}>
      <Screen
        title={m.analytics_explorer()}
        text={m.analytics_explorer_text()}
        crumbs={[{ label: m.analytics_title(), to: paths.area('analytics') }, { label: m.analytics_explorer() }]}
      >
        <ReplacedNote analytics={analytics} replaced={replaced} onClose={forget} />
        <Controls analytics={analytics} view={view} onChange={go} />
        <div ref={card} className={styles.card} aria-busy={answer.isFetching}>
          <ResultTools
            analytics={analytics}
            view={view}
            state={answer}
            plot={plot}
            filtered={filtered}
            blocked={blocked !== undefined}
            onBuild={() => setBuilding({})}
            onSaved={go}
          />
          {filtered && view.filters && (
            <FilterChips
              resource={filtered}
              filters={view.filters}
              onEdit={(path) => setBuilding({ path })}
              onChange={filterBy}
            />
          )}
          {blocked ? (
            <BlockedNotice
              resource={blocked.resource}
              blocked={blocked}
              onShow={({ filters }) => filterBy(filters)}
              onEdit={() => setBuilding({})}
            />
          ) : (
            <>
              <ChartChoice analytics={analytics} view={view} onChange={(chart) => go({ chart })} />
              <Result analytics={analytics} state={answer} onSort={(sort) => go({ sort })} plotRef={plotRef} />
            </>
          )}
        </div>
        {building && filtered && (
          <FilterBuilder
            resource={filtered}
            filters={view.filters}
            path={building.path}
            onClose={() => setBuilding(null)}
            onApply={filterBy}
          />
        )}
      </Screen>
    </OptionsContext>
  );
}
