// The menu of a list's saved filters.
import { same } from '../data/changes.ts';
import { readFilters, type FilterGroup } from '../data/filter-group.ts';
import type { Resource } from '../document/resources.ts';
import { SavedMenu } from '../saved/saved-menu.tsx';
import { filtersOf, type SavedFilter } from './saved-filters.ts';

interface Props {
  resource: Resource;
  filters: FilterGroup | null;
  onApply: (filters: FilterGroup | null) => void;
}

export function SavedFiltersMenu({ resource, filters, onApply }: Props) {
  return (
    <SavedMenu<SavedFilter>
      collection={filtersOf(resource)}
      current={filters}
      isCurrent={({ filterState }) => filters !== null && same(readFilters(filterState), filters)}
      onApply={({ filterState }) => onApply(readFilters(filterState))}
    />
  );
}
