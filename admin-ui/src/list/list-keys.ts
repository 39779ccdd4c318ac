// The shortcuts of a list.
import { m } from '@mizan/ui-kit/messages';
import type { RefObject } from 'react';
import { useNavigate } from 'react-router';
import type { RowSelection } from '../bulk/use-selection.ts';
import { useMay, useMayOrPropose } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { useShortcuts, type Shortcut } from '../shortcuts/registered.ts';
import { useFormLinks } from './form-links.ts';
import { focusedRow, hasRows, openFocusedRow } from './rows.ts';

/** `within` contains the search and the rows; `move` moves the focus over these. */
export function useListKeys(
  resource: Resource,
  within: RefObject<HTMLElement | null>,
  selection: RowSelection | undefined,
  move: (step: 1 | -1) => void,
): void {
  const may = useMay();
  const mayOrPropose = useMayOrPropose();
  const navigate = useNavigate();
  const { create, edit } = useFormLinks(resource);
  const shown = () => hasRows(within.current);
  const search = () => within.current?.querySelector<HTMLInputElement>('input[type="search"]');
  const toSearch = () => {
    search()?.focus();
    search()?.select();
  };
  const toggle = () => {
    const id = focusedRow();
    if (id !== undefined) selection?.toggle(id, !selection.has(id), false);
  };
  const editRow = () => {
    const id = focusedRow();
    if (id === undefined) return;
    const { to, state } = edit(id);
    void navigate(to, { state });
  };
  const opens = may(resource, 'view') || mayOrPropose(resource, 'update');
  const all: (Shortcut | false)[] = [
    { keys: ['j'], text: m.shortcuts_next(), when: shown, run: () => move(1) },
    { keys: ['k'], text: m.shortcuts_previous(), when: shown, run: () => move(-1) },
    selection !== undefined && { keys: ['x'], text: m.shortcuts_select(), when: shown, run: toggle },
    opens && { keys: ['Enter', 'o'], text: m.shortcuts_open(), when: shown, run: openFocusedRow },
    mayOrPropose(resource, 'update') && { keys: ['e'], text: m.shortcuts_edit_row(), when: shown, run: editRow },
    resource.searchable && {
      keys: ['/'],
      text: m.shortcuts_search(),
      when: () => search() != null,
      run: toSearch,
    },
    mayOrPropose(resource, 'create') && {
      keys: ['c', 'n'],
      text: m.shortcuts_create({ noun: resource.noun }),
      run: () => void navigate(create.to, { state: create.state }),
    },
  ];
  useShortcuts(all.filter((one) => one !== false));
}
