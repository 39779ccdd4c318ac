// The feed of changes across resources, newest first: who changed what and when, with old and new values. Its filters
// and page are in the URL alone.
import { m } from '@mizan/ui-kit/messages';
import { useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { validFilters } from '../data/filter-definition.ts';
import { problemsIn } from '../data/filter-problems.ts';
import { useMay, useResources } from '../document/context.tsx';
import { idOf } from '../document/resources.ts';
import type { BlockedFilter } from '../filters/blocked-notice.tsx';
import { BlockedNotice, FilterBuilder } from '../filters/dialogs-lazy.ts';
import { FilterChips } from '../filters/filter-chips.tsx';
import { FiltersButton } from '../filters/filters-button.tsx';
import { useDefinitions } from '../filters/use-definitions.ts';
import { NotHere } from '../frame/not-here.tsx';
import { Screen } from '../frame/screen.tsx';
import { changed, formatListSearch, parseListSearch, replacedParts, type ListSearch } from '../list/list-search.ts';
import { PagedCard } from '../list/paged-card.tsx';
import { ReplacedNote } from '../list/replaced-note.tsx';
import { useAreaLabel } from '../module/registry.ts';
import { paths } from '../paths.ts';
import { ChangeEntry } from './change-entry.tsx';
import { feed, useChanges } from './changes-data.ts';
import { FieldChoice } from './field-choice.tsx';
import styles from './changes.module.css';

export default function ChangesScreen() {
  const may = useMay();
  return useResources().some((resource) => may(resource, 'history')) ? <Feed /> : <NotHere />;
}

function Feed() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const may = useMay();
  const resources = useResources();
  const readable = resources.filter((resource) => may(resource, 'history'));
  const of = useMemo(() => feed(), []);
  const [building, setBuilding] = useState<{ path?: number[] } | null>(null);
  const query = useMemo<ListSearch>(
    () => ({ ...parseListSearch(search, of), search: '', sort: { field: 'at', order: 'DESC' } }),
    [search, of],
  );
  const { filters } = query;
  const definitions = useDefinitions(of, true);
  const blocked = useMemo<BlockedFilter | undefined>(() => {
    const problems = problemsIn(query, true, definitions.data);
    const valid = query.filters && definitions.data ? validFilters(query.filters, definitions.data) : null;
    return problems.length > 0 ? { problems, remaining: { search: '', filters: valid } } : undefined;
  }, [query, definitions.data]);
  const checking = filters !== null && definitions.isPending;
  const answer = useChanges(query, !checking && blocked === undefined);
  const linkTo = (change: Partial<ListSearch>) => pathname + formatListSearch(changed(query, change), of);
  const go = (change: Partial<ListSearch>) => void navigate(linkTo(change));
  return (
    <Screen
      title={of.label}
      text={m.changes_text()}
      crumbs={[{ label: useAreaLabel('backoffice'), to: paths.area('backoffice') }, { label: of.label }]}
    >
      <PagedCard
        label={of.label}
        answer={checking ? { ...answer, data: undefined, error: null } : answer}
        list={{ query, go, linkTo }}
        failed={m.changes_failed()}
        none={{ title: m.changes_none(), text: m.changes_none_text() }}
        instead={
          blocked && (
            <BlockedNotice
              resource={of}
              blocked={blocked}
              onShow={({ filters: next }) => go({ filters: next, page: 1 })}
              onEdit={() => setBuilding({})}
            />
          )
        }
        tools={
          <>
            <div className={styles.toolbar}>
              <FieldChoice
                resources={readable}
                definitions={definitions.data}
                filters={filters}
                onChange={(next) => go({ filters: next, page: 1 })}
              />
              <FiltersButton filters={filters} onOpen={() => setBuilding({})} />
            </div>
            {filters && (
              <FilterChips
                resource={of}
                filters={filters}
                onEdit={(path) => setBuilding({ path })}
                onChange={(next) => go({ filters: next, page: 1 })}
              />
            )}
            <ReplacedNote resource={of} list={{ replaced: replacedParts(search, of), forget: () => go({}) }} />
          </>
        }
      >
        {(changes) => (
          <ol className={styles.list} aria-label={of.label}>
            {changes.map((change) => {
              const resource = resources.find(({ name }) => name === change.resource);
              return (
                resource && (
                  <ChangeEntry
                    key={`${change.at} ${change.resource} ${idOf(change.record)}`}
                    change={change}
                    resource={resource}
                  />
                )
              );
            })}
          </ol>
        )}
      </PagedCard>
      {building && (
        <FilterBuilder
          resource={of}
          filters={filters}
          path={building.path}
          onClose={() => setBuilding(null)}
          onApply={(next) => go({ filters: next, page: 1 })}
        />
      )}
    </Screen>
  );
}
