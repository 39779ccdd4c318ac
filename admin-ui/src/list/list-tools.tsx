// The toolbar of a list: search; filters, saved filters, export and columns.
import { m } from '@mizan/ui-kit/messages';
import { Suspense } from 'react';
import { records } from '../data/data-provider.ts';
import type { ExportQuery } from '../data/export-query.ts';
import type { ReadFilter } from '../data/filter-group.ts';
import { makeFile } from '../data/jobs.ts';
import { useMay } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { FiltersButton } from '../filters/filters-button.tsx';
import { SAVED_FILTERS } from '../filters/saved-filters.ts';
import { SavedFiltersMenu } from '../filters/saved-filters-menu.tsx';
import { useMaySaved } from '../saved/collection.ts';
import { ViewSwitch } from '../views/view-switch.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import { ExportMenu } from './export-menu.tsx';
import { useAllowed } from '../frame/widgets.tsx';
import { inOrder, useResourceUi } from '../module/registry.ts';
import styles from './list-screen.module.css';
import { SearchBox } from './search-box.tsx';
import type { Columns } from './use-columns.ts';
import type { ListState } from './use-list-state.ts';
import { useOpenOnly } from './use-open-only.ts';

interface Props {
  resource: Resource;
  list: ListState;
  columns: Columns;
  onBuild: () => void;
  /** Applies a saved filter. */
  onSaved: (filter: ReadFilter) => void;
}

export function ListTools({ resource, list, columns, onBuild, onSaved }: Props) {
  const may = useMay();
  const mayFilter = may(resource, 'filters');
  const mayReadSaved = useMaySaved(SAVED_FILTERS)('read');
  const { filters } = list.query;
  const openOnly = useOpenOnly(resource, list);
  return (
    <>
      {resource.searchable && <SearchBox value={list.query.search} onSearch={searchWith(list)} onEnter={openOnly} />}
      {resource.views && <ViewSwitch views={resource.views} current={list.query.view} linkTo={list.linkTo} />}
      <div className={styles.tools}>
        <Outdated list={list} />
        <ToolbarItems resource={resource} />
        {mayFilter && <FiltersButton filters={filters} onOpen={onBuild} />}
        {mayFilter && mayReadSaved && <SavedFiltersMenu resource={resource} filters={filters} onApply={onSaved} />}
        {!list.blocked && may(resource, 'export') && (
          <ExportMenu
            name={resource.name}
            failed={m.export_failed({ label: resource.nouns })}
            load={(query) => exported(resource, list, query)}
          />
        )}
        {!WITHOUT_COLUMNS.has(list.query.view) && <ColumnsMenu columns={columns} />}
      </div>
    </>
  );
}

/** From so many records on, a file is made by a job. */
const MANY = 10_000;

const exported = (resource: Resource, { query, total }: ListState, file: ExportQuery): Promise<Blob> =>
  records.export(resource, query, file, total < MANY ? undefined : makeFile);

/** What modules add. */
function ToolbarItems({ resource }: { resource: Resource }) {
  const { toolbar = [] } = useResourceUi(resource);
  return inOrder(toolbar.filter(useAllowed())).map(({ key, Tool }) => (
    <Suspense key={key} fallback={null}>
      <Tool resource={resource} />
    </Suspense>
  ));
}

/** Views that show titles only. */
const WITHOUT_COLUMNS = new Set<string | undefined>(['calendar', 'map']);

/** Starting a search adds a history entry; further typing replaces it. */
function searchWith(list: ListState) {
  return (search: string) => list.go({ search, page: 1 }, { replace: search !== '' && list.query.search !== '' });
}

/** Shown beside rows that could not be refreshed. */
function Outdated({ list }: { list: ListState }) {
  return (
    <p className={styles.outdated} role="status">
      {list.outdated && (
        <>
          <span className={styles.outdatedText}>{m.admin_list_outdated()}</span>
          <button type="button" className={styles.retry} onClick={list.retry}>
            {m.admin_retry()}
          </button>
        </>
      )}
    </p>
  );
}
