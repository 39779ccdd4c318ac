// The visible columns of a list: the resource's defaults as far as there is room, with the user's changes from local
// storage.
import { useCallback, useMemo, useState } from 'react';
import { useStore } from 'ra-core';
import type { Column, Resource } from '../document/resources.ts';

export interface Columns {
  all: Column[];
  shown: Column[];
  isShown: (column: Column) => boolean;
  toggle: (column: Column) => void;
  reset: () => void;
  changed: boolean;
  /** Hides the last default column, for which there is no room, if any is left. */
  hideLast: () => void;
  /** Shows the default columns again: there may be room for more. */
  showUsual: () => void;
}

type Chosen = Record<string, boolean>;
const NONE: Chosen = {};
const NO_FIELDS: string[] = [];
/** So many columns are shown however narrow the list is. */
const LEAST = 3;

export function useColumns(resource: Resource): Columns {
  const [chosen, setChosen] = useStore<Chosen>(`${resource.name}.columns`, NONE);
  const [withoutRoom, setWithoutRoom] = useState(NO_FIELDS);
  const isShown = useCallback(
    (column: Column) =>
      !column.hideable || (chosen[column.field] ?? (column.usual && !withoutRoom.includes(column.field))),
    [chosen, withoutRoom],
  );
  const shown = useMemo(() => resource.columns.filter(isShown), [resource, isShown]);
  const toggle = useCallback(
    (column: Column) => setChosen({ ...chosen, [column.field]: !isShown(column) }),
    [chosen, isShown, setChosen],
  );
  const reset = useCallback(() => setChosen(NONE), [setChosen]);
  const hideLast = useCallback(() => {
    // What the user chose is scrolled to.
    const last = shown.length > LEAST && shown.findLast(({ field, hideable }) => hideable && !(field in chosen));
    if (last) setWithoutRoom((fields) => [...fields, last.field]);
  }, [shown, chosen]);
  const showUsual = useCallback(() => setWithoutRoom((fields) => (fields.length > 0 ? NO_FIELDS : fields)), []);
  const changed = Object.keys(chosen).length > 0;
  return { all: resource.columns, shown, isShown, toggle, reset, changed, hideLast, showUsual };
}
