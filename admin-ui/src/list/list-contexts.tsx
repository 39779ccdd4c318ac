// Loads the list of the URL, for our own screen, and as react-admin's contexts for the components within it.
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { createContext, use, useMemo, type ReactNode } from 'react';
import {
  ListContextProvider,
  ResourceContextProvider,
  useDataProvider,
  type DataProvider,
  type ListControllerResult,
  type RaRecord,
  type SortPayload,
} from 'ra-core';
import { useSelection, type RowSelection } from '../bulk/use-selection.ts';
import { collectAll } from '../bulk/select-all.ts';
import { records } from '../data/data-provider.ts';
import { saveAs } from '../data/download.ts';
import { exportQuery } from '../data/export-query.ts';
import { searchOf, valuesOf, type FilterValues } from '../data/filter-values.ts';
import { errorMessage } from '../data/problems.ts';
import { useMay } from '../document/context.tsx';
import { titleOf, type Resource } from '../document/resources.ts';
import { useListState, type ListState } from './use-list-state.ts';

interface Shown {
  list: ListState;
  selection: RowSelection;
}

const ShownContext = createContext<Shown | null>(null);

/** The list and the selection of the surrounding screen. */
export function useShownList(): Shown {
  const shown = use(ShownContext);
  if (!shown) throw new Error('There is no list around.');
  return shown;
}

/** Loads the list of the URL and provides it to its children. */
export function ListContexts({ resource, children }: { resource: Resource; children: ReactNode }) {
  const list = useListState(resource);
  const selection = useSelection(resource, list.query, list.records);
  const shown = useMemo(() => ({ list, selection }), [list, selection]);
  return (
    <ShownContext value={shown}>
      <ResourceContextProvider value={resource.name}>
        <ListContextProvider value={useReactAdminList(resource, list, selection)}>{children}</ListContextProvider>
      </ResourceContextProvider>
    </ShownContext>
  );
}

/** Our list as react-admin's list controller. */
function useReactAdminList(resource: Resource, list: ListState, selection: RowSelection): ListControllerResult {
  const may = useMay();
  const dataProvider = useDataProvider();
  const exports = may(resource, 'export');
  return useMemo(
    () => controllerOf(resource, list, selection, exports, dataProvider),
    [resource, list, selection, exports, dataProvider],
  );
}

function controllerOf(
  resource: Resource,
  list: ListState,
  selection: RowSelection,
  exports: boolean,
  dataProvider: DataProvider,
): ListControllerResult {
  const { query, total } = list;
  const { sort } = query;
  const filterValues = valuesOf(query.search, query.filters);

  const setFilters = (values: FilterValues) => list.go({ ...searchOf(resource, values), page: 1 });
  const choicesOf = (ids: string[]) => {
    const page = new Map((list.records ?? []).map((record) => [record.id, record]));
    return ids.map((id) => {
      const record = page.get(id);
      return record
        ? { id, title: titleOf(resource, record), record }
        : (selection.chosen.get(id) ?? { id, title: id, record: { id } });
    });
  };
  const without = (name: string): FilterValues =>
    Object.fromEntries(Object.entries(filterValues).filter(([field]) => field !== name));
  const failed = (error: unknown) => void toast.error(errorMessage(error, m.export_failed({ label: resource.nouns })));

  const controller = {
    resource: resource.name,
    defaultTitle: resource.label,
    data: list.records,
    total: list.records && total,
    meta: undefined,
    error: list.blocked ? new Error(m.filters_blocked()) : list.error,
    isPending: list.loading,
    isLoading: list.loading,
    isFetching: list.refreshing || list.loading,
    refetch: list.retry,
    sort,
    setSort: (next: SortPayload) => list.go({ sort: next, page: 1 }),
    page: query.page,
    perPage: query.perPage,
    setPage: (page: number) => list.go({ page }),
    setPerPage: (perPage: number) => list.go({ perPage, page: 1 }),
    hasNextPage: query.page < list.pages,
    hasPreviousPage: query.page > 1,
    filterValues,
    displayedFilters: Object.fromEntries(Object.keys(filterValues).map((field) => [field, true])),
    setFilters,
    showFilter: (name: string, value: unknown) => setFilters({ ...filterValues, [name]: value }),
    hideFilter: (name: string) => setFilters(without(name)),
    // Of all that match, those of this page are known.
    selectedIds: (selection.except ? (list.records ?? []) : [...selection.chosen.values()])
      .map(({ id }) => id)
      .filter(selection.has),
    onSelect: (ids: string[]) => {
      selection.clear();
      selection.add(choicesOf(ids));
    },
    onToggleItem: (id: string) => selection.toggle(id, !selection.has(id), false),
    onUnselectItems: selection.clear,
    onSelectAll: () => {
      if (list.blocked) return;
      collectAll(resource, query, new AbortController().signal, () => {}).then(selection.add, (error: unknown) =>
        toast.error(errorMessage(error, m.bulk_select_failed())),
      );
    },
    getData: async ({ maxResults }: { maxResults?: number } = {}) => {
      if (list.blocked) return [];
      const pagination = { page: 1, perPage: maxResults ?? Math.max(total, 1) };
      return (await dataProvider.getList<RaRecord>(resource.name, { pagination, sort, filter: filterValues })).data;
    },
    // The server exports everything that the query selects.
    exporter:
      !list.blocked &&
      exports &&
      (() => records.export(resource, query, exportQuery('csv')).then(save(resource), failed)),
  };
  // The type is a union over the states of loading and error, which cannot be narrowed here.
  return controller as unknown as ListControllerResult;
}

const save = (resource: Resource) => (file: Blob) => saveAs(file, `${resource.name}.csv`);
