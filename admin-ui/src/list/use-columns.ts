// The visible columns of a list: the resource's defaults, with the user's changes from local storage.
import { useCallback, useMemo } from 'react';
import { useStore } from 'react-admin';
import type { Column, Resource } from '../document/resources.ts';

export interface Columns {
  all: Column[];
  shown: Column[];
  isShown: (column: Column) => boolean;
  toggle: (column: Column) => void;
  reset: () => void;
  changed: boolean;
}

type Chosen = Record<string, boolean>;
const NONE: Chosen = {};

export function useColumns(resource: Resource): Columns {
  const [chosen, setChosen] = useStore<Chosen>(`${resource.name}.columns`, NONE);
  const isShown = useCallback((column: Column) => !column.hideable || (chosen[column.field] ?? column.usual), [chosen]);
  const shown = useMemo(() => resource.columns.filter(isShown), [resource, isShown]);
  const toggle = useCallback(
    (column: Column) => setChosen({ ...chosen, [column.field]: !isShown(column) }),
    [chosen, isShown, setChosen],
  );
  const reset = useCallback(() => setChosen(NONE), [setChosen]);
  return { all: resource.columns, shown, isShown, toggle, reset, changed: Object.keys(chosen).length > 0 };
}
