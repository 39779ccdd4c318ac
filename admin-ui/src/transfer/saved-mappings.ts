// Saved mappings of imports: what the columns of a table are, and how it is imported.
import { m } from '@mizan/ui-kit/messages';
import type { Resource } from '../document/resources.ts';
import { api } from '../paths.ts';
import type { Saved, SavedCollection } from '../saved/collection.ts';
import type { ImportOptions } from './import-data.ts';
import { AS_NAMED, type Mapping, type Target } from './source-table.ts';

/** What is saved: the columns that are not read by their own names, and the choices. */
export interface Choices extends Omit<ImportOptions, 'mapping'> {
  columns: Record<string, Target>;
}

export interface SavedMapping extends Saved {
  mapping: Partial<Choices>;
}

export const SAVED_MAPPINGS = 'saved-mappings';

const collections = new Map<string, SavedCollection>();

/** The same object for the same resource. */
export function mappingsOf({ name }: Resource): SavedCollection {
  const collection = collections.get(name) ?? {
    address: api.savedMappings,
    query: `?${new URLSearchParams({ resource: name })}`,
    fixed: { resource: name },
    field: 'mapping',
    permission: SAVED_MAPPINGS,
    key: [name, SAVED_MAPPINGS],
    onIndex: false,
    texts,
  };
  collections.set(name, collection);
  return collection;
}

/** What is saved of the options of an import. */
export function choicesOf({ mapping, ...choices }: ImportOptions): Choices {
  const columns: Choices['columns'] = {};
  mapping?.columns.forEach(({ name }, at) => {
    const target = mapping.targets[at] ?? null;
    if (name !== '' && target !== AS_NAMED) columns[name] = target;
  });
  return { ...choices, columns };
}

const plain = (name: string): string => name.trim().toLowerCase();

/** A mapping with the columns of a saved one, as far as the table has them. */
export function withColumns(mapping: Mapping, columns: Choices['columns'] = {}): Mapping {
  const targets = new Map(Object.entries(columns).map(([name, target]) => [plain(name), target]));
  return {
    ...mapping,
    targets: mapping.targets.map((target, at) => {
      const saved = targets.get(plain(mapping.columns[at]?.name ?? ''));
      return saved === undefined ? target : saved;
    }),
  };
}

/** The options of an import by a saved mapping. */
export function optionsBy({ mapping: saved }: SavedMapping, options: ImportOptions): ImportOptions {
  const { existing, repeated, empty, writing = {} } = saved;
  const { separator, encoding, dateOrder, numbers } = writing;
  return {
    existing: existing ?? options.existing,
    repeated: repeated ?? options.repeated,
    empty: empty ?? options.empty,
    writing: {
      ...(separator && { separator }),
      ...(encoding && { encoding }),
      ...(dateOrder && { dateOrder }),
      ...(numbers && { numbers }),
    },
    mapping: options.mapping && withColumns(options.mapping, saved.columns),
  };
}

const texts = () => ({
  title: m.mappings_title(),
  noneText: m.mappings_none_text(),
  loading: m.mappings_loading(),
  failed: m.mappings_failed(),
  saveCurrent: m.mappings_save_current(),
  update: m.mappings_update(),
  newTitle: m.mappings_new_title(),
  editTitle: m.mappings_edit_title(),
  asDefault: m.mappings_as_default(),
  asDefaultHint: m.mappings_as_default_hint(),
  shareHint: m.mappings_share_hint(),
  created: (name: string) => m.mappings_created({ name }),
  nameTaken: m.mappings_name_taken(),
  saveFailed: m.mappings_save_failed(),
  deleteFailed: m.mappings_delete_failed(),
  deleteTitle: m.mappings_delete_title(),
  deleteText: (name: string) => m.mappings_delete_text({ name }),
  deleteSharedText: (name: string) => m.mappings_delete_shared_text({ name }),
});
