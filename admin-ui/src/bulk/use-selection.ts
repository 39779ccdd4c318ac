// The selected rows of a list: kept across pages, cleared when the search or the filters change.
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { RaRecord } from 'ra-core';
import type { ListFilter } from '../data/data-provider.ts';
import { same } from '../data/changes.ts';
import { titleOf, type Resource } from '../document/resources.ts';
import {
  between,
  EVERYTHING,
  isSelected,
  NOTHING,
  pageState,
  withChosen,
  withLatest,
  type Choice,
  type Selection,
} from './selection.ts';

export interface RowSelection extends Selection {
  /** The state of the current page. */
  page: 'all' | 'some' | 'none';
  has: (id: string) => boolean;
  toggle: (id: string, chosen: boolean, range: boolean) => void;
  togglePage: (chosen: boolean) => void;
  add: (choices: Choice[]) => void;
  /** Selects all that the search and the filters match. */
  selectAll: () => void;
  /** Keeps only these selected, of those that are known. */
  retain: (ids: string[]) => void;
  clear: () => void;
}

export function useSelection(
  resource: Resource,
  query: ListFilter,
  records: RaRecord<string>[] | undefined,
): RowSelection {
  const [state, setState] = useState({ of: query, selection: NOTHING });
  const last = useRef<string>(undefined);
  // Another list: the selected rows of the former one are no longer visible.
  if (state.of !== query && !(state.of.search === query.search && same(state.of.filters, query.filters))) {
    setState({ of: query, selection: NOTHING });
  }
  const choices = useMemo<Choice[]>(
    () => (records ?? []).map((record) => ({ id: record.id, title: titleOf(resource, record), record })),
    [records, resource],
  );
  const selection = useMemo(() => withLatest(state.selection, choices), [state.selection, choices]);
  const ids = useMemo(() => choices.map(({ id }) => id), [choices]);

  const change = useCallback((to: (now: Selection) => Selection) => {
    setState((now) => ({ ...now, selection: to(now.selection) }));
  }, []);
  // Rows have it as a property: another function would draw all of them again after each change of one.
  const latest = useRef({ ids, choices });
  useLayoutEffect(() => {
    latest.current = { ids, choices };
  });
  const toggle = useCallback<RowSelection['toggle']>(
    (id, to, range) => {
      const shown = latest.current;
      const touched = new Set(range ? between(shown.ids, last.current, id) : [id]);
      last.current = id;
      change((now) =>
        withChosen(
          now,
          shown.choices.filter((one) => touched.has(one.id)),
          to,
        ),
      );
    },
    [change],
  );
  // Clearing a page never leaves rows selected that were not seen.
  const togglePage = useCallback(
    (to: boolean) => change((now) => (now.except && !to ? NOTHING : withChosen(now, choices, to))),
    [choices, change],
  );
  const add = useCallback((more: Choice[]) => change((now) => withChosen(now, more, true)), [change]);
  const selectAll = useCallback(() => change(() => EVERYTHING), [change]);
  const retain = useCallback(
    (left: string[]) => {
      const retained = new Set(left);
      change(({ chosen, except }) =>
        withChosen(
          NOTHING,
          (except ? choices : [...chosen.values()]).filter(({ id }) => retained.has(id)),
          true,
        ),
      );
    },
    [choices, change],
  );
  const clear = useCallback(() => change(() => NOTHING), [change]);
  const page = pageState(selection, ids);
  return useMemo(
    () => ({
      ...selection,
      page,
      has: (id: string) => isSelected(selection, id),
      toggle,
      togglePage,
      add,
      selectAll,
      retain,
      clear,
    }),
    [selection, page, toggle, togglePage, add, selectAll, retain, clear],
  );
}
