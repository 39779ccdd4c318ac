// The saved filters of a resource.
import { m } from '@mizan/ui-kit/messages';
import type { FilterGroup } from '../data/filter-group.ts';
import type { Resource } from '../document/resources.ts';
import { api } from '../paths.ts';
import type { Saved, SavedCollection } from '../saved/collection.ts';

export interface SavedFilter extends Saved {
  filterState: FilterGroup;
}

export const SAVED_FILTERS = 'saved-filters';

const shelves = new Map<string, SavedCollection>();

/** The same object for the same resource. */
export function filtersOf({ name }: Resource): SavedCollection {
  const collection = shelves.get(name) ?? {
    address: api.savedFilters,
    query: `?${new URLSearchParams({ resource: name })}`,
    fixed: { resource: name },
    field: 'filterState',
    permission: SAVED_FILTERS,
    key: [name, SAVED_FILTERS],
    onIndex: false,
    texts,
  };
  shelves.set(name, collection);
  return collection;
}

const texts = () => ({
  title: m.saved_filters(),
  noneText: m.saved_none_text(),
  loading: m.saved_loading(),
  failed: m.saved_failed(),
  saveCurrent: m.saved_save_current(),
  update: m.saved_update(),
  newTitle: m.saved_new_title(),
  editTitle: m.saved_edit_title(),
  asDefault: m.saved_use_as_default(),
  asDefaultHint: m.saved_use_as_default_hint(),
  shareHint: m.saved_share_hint(),
  created: (name: string) => m.saved_created({ name }),
  nameTaken: m.saved_name_taken(),
  saveFailed: m.saved_save_failed(),
  deleteFailed: m.saved_delete_failed(),
  deleteTitle: m.saved_delete_title(),
  deleteText: (name: string) => m.saved_delete_text({ name }),
  deleteSharedText: (name: string) => m.saved_delete_shared_text({ name }),
});
