// The dialogs over a list: which one the URL opens, how it closes, and where the focus returns to.
import { useCallback, useEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router';
import type { Resource } from '../document/resources.ts';
import { CreateDialog, EditDialog } from '../form/dialogs-lazy.ts';
import { dialogAt, isOverList, listPathOf, type ListDialog } from '../frame/list-path.ts';
import { useNavigateHere } from '../frame/use-navigate-here.ts';
import { useResourceUi } from '../module/registry.ts';

interface Props {
  resource: Resource;
  /** Contains the elements that open the dialogs. */
  within: RefObject<HTMLElement | null>;
}

export function ListDialogs({ resource, within }: Props) {
  const { pathname } = useLocation();
  const dialog = dialogAt(pathname, resource, useResourceUi(resource));

  // Returns the focus to where the dialog was opened, even if the pressed element no longer exists.
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

  return dialog && <Opened key={opened} resource={resource} dialog={dialog} />;
}

/** Mounted as long as the dialog is open: what is saved after it was closed closes nothing more. */
function Opened({ resource, dialog }: { resource: Resource; dialog: ListDialog }) {
  const { search, state } = useLocation();
  const navigate = useNavigateHere();
  const { create, edit } = useResourceUi(resource).dialogs ?? {};
  const over = isOverList(state);
  const onClose = useCallback(() => {
    // Going back leaves no entry of the dialog in the history; after a deep link there is nothing to go back to.
    if (over) void navigate(-1);
    else void navigate(listPathOf(resource) + search, { replace: true });
  }, [over, navigate, resource, search]);
  if (dialog.of === 'create') return create && <CreateDialog resource={resource} texts={create} onClose={onClose} />;
  return edit && <EditDialog resource={resource} id={dialog.id} dialogTexts={edit} onClose={onClose} />;
}
