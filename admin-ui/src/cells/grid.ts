// The cells of a list's table as elements: which one is where, and what is marked of them. The table is drawn by the list,
// which does not draw again when another cell is selected.

/** A cell, by its record and column. */
export interface Place {
  id: string;
  field: string;
}

/** What is selected: one cell, or all between two. */
export interface Selected {
  from: Place;
  to: Place;
}

export const samePlace = (one: Place | null, other: Place | null): boolean =>
  one?.id === other?.id && one?.field === other?.field;

/** The records and columns that a table shows, in their order. */
export interface Shape {
  ids: string[];
  fields: string[];
}

/** The positions of a selection's cells: the first and the last row and column. Undefined when one is not shown any more. */
export function boundsOf({ ids, fields }: Shape, { from, to }: Selected) {
  const rows = [ids.indexOf(from.id), ids.indexOf(to.id)].toSorted((one, other) => one - other) as [number, number];
  const columns = [fields.indexOf(from.field), fields.indexOf(to.field)].toSorted((one, other) => one - other) as [
    number,
    number,
  ];
  return rows[0] < 0 || columns[0] < 0 ? undefined : { rows, columns };
}

/** The cell that is so many rows and columns away, or at the edge. */
export function moved({ ids, fields }: Shape, { id, field }: Place, rows: number, columns: number): Place {
  const within = (at: number, length: number) => Math.min(Math.max(at, 0), length - 1);
  return {
    id: ids[within(ids.indexOf(id) + rows, ids.length)] ?? id,
    field: fields[within(fields.indexOf(field) + columns, fields.length)] ?? field,
  };
}

/** The next or the previous cell that can be edited, on another row if need be. */
export function editableFrom(
  { ids, fields }: Shape,
  { id, field }: Place,
  editable: ReadonlyMap<string, string>,
  by: 1 | -1,
) {
  const all = fields.filter((one) => editable.has(one));
  const row = ids.indexOf(id);
  const at = all.indexOf(field);
  if (row < 0 || at < 0) return undefined;
  const next = row * all.length + at + by;
  const nextId = ids[Math.floor(next / all.length)];
  const nextField = all[((next % all.length) + all.length) % all.length];
  return nextId === undefined || nextField === undefined ? undefined : { id: nextId, field: nextField };
}

const CELL = 'tbody td[data-field]';

export const cellAt = (table: Element | null, { id, field }: Place): HTMLElement | null =>
  table?.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(id)}"] > td[data-field="${CSS.escape(field)}"]`) ?? null;

/** The cell of an element within the table. */
export function cellOf(target: EventTarget | null): { cell: HTMLElement; place: Place } | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>(CELL) : null;
  const id = cell?.closest<HTMLElement>('tr')?.dataset['row'];
  const field = cell?.dataset['field'];
  return cell && id !== undefined && field !== undefined ? { cell, place: { id, field } } : undefined;
}

/** Marks the cells: the one that the Tab key leads to, those that are selected, and those that can be edited. */
export function markCells(
  table: Element,
  shape: Shape,
  selected: Selected | null,
  editable: ReadonlyMap<string, string>,
  { hint, title }: { hint: string; title: string },
): void {
  const bounds = selected ? boundsOf(shape, selected) : undefined;
  const several = bounds && (bounds.rows[0] < bounds.rows[1] || bounds.columns[0] < bounds.columns[1]);
  const tabStop = bounds && selected ? selected.to : { id: shape.ids[0], field: shape.fields[0] };
  for (const cell of table.querySelectorAll<HTMLElement>(CELL)) {
    const place = cellOf(cell)?.place;
    if (!place) continue;
    const row = shape.ids.indexOf(place.id);
    const column = shape.fields.indexOf(place.field);
    const isWithin =
      several &&
      row >= bounds.rows[0] &&
      row <= bounds.rows[1] &&
      column >= bounds.columns[0] &&
      column <= bounds.columns[1];
    const isEditable = editable.has(place.field);
    cell.tabIndex = place.id === tabStop.id && place.field === tabStop.field ? 0 : -1;
    cell.toggleAttribute('data-cell', true);
    // A press on the title opens the record.
    cell.toggleAttribute('data-editable', isEditable && place.field !== title);
    cell.toggleAttribute('data-selected', isWithin === true);
    if (isEditable) cell.setAttribute('aria-describedby', hint);
  }
}
