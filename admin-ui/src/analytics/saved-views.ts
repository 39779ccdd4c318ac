// The saved views of the explorer.
import { m } from '@mizan/ui-kit/messages';
import { api } from '../paths.ts';
import type { Saved, SavedCollection } from '../saved/collection.ts';

export interface SavedView extends Saved {
  /** The query string of the explorer. */
  view: string;
  onIndex: boolean;
}

export const VIEWS: SavedCollection = {
  address: api.savedViews,
  query: '',
  fixed: {},
  field: 'view',
  permission: 'saved-views',
  key: ['analytics', 'saved-views'],
  onIndex: true,
  texts: () => ({
    title: m.explorer_views(),
    noneText: m.explorer_views_none_text(),
    loading: m.explorer_views_loading(),
    failed: m.explorer_views_failed(),
    saveCurrent: m.explorer_views_save_current(),
    update: m.explorer_views_update(),
    newTitle: m.explorer_views_new_title(),
    editTitle: m.explorer_views_edit_title(),
    asDefault: m.explorer_views_default(),
    asDefaultHint: m.explorer_views_default_hint(),
    shareHint: m.explorer_views_share_hint(),
    created: (name) => m.explorer_views_created({ name }),
    nameTaken: m.explorer_views_name_taken(),
    saveFailed: m.explorer_views_save_failed(),
    deleteFailed: m.explorer_views_delete_failed(),
    deleteTitle: m.explorer_views_delete_title(),
    deleteText: (name) => m.explorer_views_delete_text({ name }),
    deleteSharedText: (name) => m.explorer_views_delete_shared_text({ name }),
  }),
};
