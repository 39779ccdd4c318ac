// The dialogs over a list: which one the address opens, the ways to it and back, and where one goes on afterwards.
import { Suspense, useCallback, useEffect, useRef, type RefObject } from 'react';
import { useLocation, useNavigate, type To } from 'react-router';
import type { Resource } from '../document/resources.ts';
import { CreateDialog, EditDialog } from '../form/screens-lazy.ts';
import { useResourceUi } from '../module/gathered.ts';
import { paths } from '../paths.ts';
import { dialogAt, isOverList, listPathOf, OVER_LIST } from './list-path.ts';

interface Way {
  to: To;
  state?: typeof OVER_LIST;
}

/** The ways to the forms of a resource: over the list, as it is shown or from its beginning, or to pages of their own. */
export function useFormLinks(resource: Resource): { create: Way; edit: (id: string) => Way } {
  const { dialogs = {} } = useResourceUi(resource);
  const { pathname, search } = useLocation();
  const listed = pathname.replace(/\/$/, '') === listPathOf(resource);
  const way = (path: string, dialog: boolean): Way =>
    dialog ? { to: { pathname: path, search: listed ? search : '' }, state: OVER_LIST } : { to: path };
  return {
    create: way(paths.create(resource.area, resource.name), dialogs.create !== undefined),
    edit: (id) => way(paths.edit(resource.area, resource.name, id), dialogs.edit !== undefined),
  };
}

interface Props {
  resource: Resource;
  /** What opens the dialogs is found within. */
  within: RefObject<HTMLElement | null>;
}

export function ListDialogs({ resource, within }: Props) {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const own = useResourceUi(resource);
  const dialog = dialogAt(pathname, resource, own);
  const over = isOverList(state);
  const onClose = useCallback(() => {
    // Going back leaves no trace of the dialog in the history. There is nothing to go back to after a deep link.
    if (over) void navigate(-1);
    else void navigate(listPathOf(resource) + search, { replace: true });
  }, [over, navigate, resource, search]);

  // One goes on where the dialog was opened, also when what was pressed then is gone by now.
  const opened = dialog?.of === 'edit' ? dialog.id : dialog?.of;
  const before = useRef(opened);
  useEffect(() => {
    const left = before.current;
    before.current = opened;
    if (left === undefined || opened !== undefined) return;
    const openers = within.current?.querySelectorAll<HTMLElement>('[data-opens]') ?? [];
    const opener = [...openers].find((one) => one.dataset['opens'] === left);
    (opener ?? within.current?.querySelector<HTMLElement>('[role="region"]'))?.focus({ preventScroll: true });
  }, [opened, within]);

  const { create, edit } = own.dialogs ?? {};
  return (
    <Suspense>
      {dialog?.of === 'create' && create && <CreateDialog resource={resource} said={create} onClose={onClose} />}
      {dialog?.of === 'edit' && edit && (
        <EditDialog key={dialog.id} resource={resource} id={dialog.id} said={edit} onClose={onClose} />
      )}
    </Suspense>
  );
}
