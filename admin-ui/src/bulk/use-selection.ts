// The selected rows of a list: kept across pages, cleared when the search or the filters change.
import { useCallback, useMemo, useRef, useState } from 'react';
import type { RaRecord } from 'ra-core';
import type { ListFilter } from '../data/data-provider.ts';
import { same } from '../data/changes.ts';
import { titleOf, type Resource } from '../document/resources.ts';
import { between, NOTHING, pageState, withChosen, withLatest, type Choice, type Selection } from './selection.ts';

export interface RowSelection {
  chosen: Selection;
  /** The state of the current page. */
  page: 'all' | 'some' | 'none';
  toggle: (id: string, chosen: boolean, range: boolean) => void;
  togglePage: (chosen: boolean) => void;
  add: (choices: Choice[]) => void;
  /** Keeps only these selected. */
  retain: (ids: string[]) => void;
  clear: () => void;
}

export function useSelection(
  resource: Resource,
  query: ListFilter,
  records: RaRecord<string>[] | undefined,
): RowSelection {
  const [state, setState] = useState({ of: query, chosen: NOTHING });
  const last = useRef<string>(undefined);
  // Another list: the selected rows of the former one are no longer visible.
  if (state.of !== query && !(state.of.search === query.search && same(state.of.filters, query.filters))) {
    setState({ of: query, chosen: NOTHING });
  }
  const choices = useMemo<Choice[]>(
    () => (records ?? []).map((record) => ({ id: record.id, title: titleOf(resource, record), record })),
    [records, resource],
  );
  const chosen = useMemo(() => withLatest(state.chosen, choices), [state.chosen, choices]);
  const ids = useMemo(() => choices.map(({ id }) => id), [choices]);

  const set = useCallback((changed: Choice[], to: boolean) => {
    setState((now) => ({ ...now, chosen: withChosen(now.chosen, changed, to) }));
  }, []);
  const toggle = useCallback<RowSelection['toggle']>(
    (id, to, range) => {
      const touched = new Set(range ? between(ids, last.current, id) : [id]);
      last.current = id;
      set(
        choices.filter((one) => touched.has(one.id)),
        to,
      );
    },
    [choices, ids, set],
  );
  const togglePage = useCallback((to: boolean) => set(choices, to), [choices, set]);
  const add = useCallback((more: Choice[]) => set(more, true), [set]);
  const retain = useCallback((left: string[]) => {
    const retained = new Set(left);
    setState((now) => ({ ...now, chosen: new Map([...now.chosen].filter(([id]) => retained.has(id))) }));
  }, []);
  const clear = useCallback(() => setState((now) => ({ ...now, chosen: NOTHING })), []);
  const page = pageState(chosen, ids);
  return useMemo(
    () => ({ chosen, page, toggle, togglePage, add, retain, clear }),
    [chosen, page, toggle, togglePage, add, retain, clear],
  );
}
