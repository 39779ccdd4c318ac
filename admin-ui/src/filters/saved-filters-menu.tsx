// The menu of a list's saved filters.
import { same } from '../data/changes.ts';
import { readFilter, readFilters, type FilterGroup, type ReadFilter } from '../data/filter-group.ts';
import type { Resource } from '../document/resources.ts';
import { SavedMenu } from '../saved/saved-menu.tsx';
import { filtersOf, type SavedFilter } from './saved-filters.ts';

interface Props {
  resource: Resource;
  filters: FilterGroup | null;
  onApply: (filter: ReadFilter) => void;
}

export function SavedFiltersMenu({ resource, filters, onApply }: Props) {
  return (
    <SavedMenu<SavedFilter>
      collection={filtersOf(resource)}
      current={filters}
      isCurrent={({ filterState }) => filters !== null && same(readFilters(filterState), filters)}
      onApply={({ filterState }) => onApply(readFilter(filterState))}
    />
  );
}
