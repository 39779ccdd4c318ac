// The menu of a record in a list, with the actions that the user may perform.
import { IconButton } from '@mizan/ui-kit/button';
import { itemLink, Menu, MenuItem, MenuLine } from '@mizan/ui-kit/menu';
import { m } from '@mizan/ui-kit/messages';
import { useLayoutEffect, useRef } from 'react';
import type { RaRecord } from 'ra-core';
import { Link, useNavigate } from 'react-router';
import { useMay, useMayOrPropose } from '../document/context.tsx';
import { titleOf, type Resource } from '../document/resources.ts';
import { actionItems, type ShownAction } from '../frame/action-buttons.tsx';
import { Icon } from '../frame/icon.tsx';
import { paths } from '../paths.ts';
import { useResourceUi } from '../module/registry.ts';
import { useCommands } from '../shortcuts/registered.ts';
import { useRecordActions } from '../verbs/record-actions.tsx';
import { useFormLinks } from './form-links.ts';
import { focusedRow } from './rows.ts';

const nothing = () => {};

interface Props {
  resource: Resource;
  record: RaRecord<string>;
  onDelete: () => void;
}

export function RowMenu({ resource, record, onDelete }: Props) {
  const may = useMay();
  const mayOrPropose = useMayOrPropose();
  const view = may(resource, 'view');
  const update = mayOrPropose(resource, 'update');
  const remove = mayOrPropose(resource, 'delete');
  const editLabel = useResourceUi(resource).editLabel ?? m.admin_edit();
  const { actions, dialog } = useRecordActions(resource, record);
  const button = useRef<HTMLButtonElement>(null);
  // When the action removes the row, the focus moves to the table.
  useLayoutEffect(() => {
    const own = button.current;
    return () => {
      if (own && own === document.activeElement)
        own.closest<HTMLElement>('[role="region"]')?.focus({ preventScroll: true });
    };
  }, []);
  const title = titleOf(resource, record);
  const toView = paths.view(resource.area, resource.name, record.id);
  if (!view && !update && !remove && actions.length === 0) return null;
  return (
    <>
      <RowCommands
        {...{ resource, record, title, actions, onDelete }}
        toView={view ? toView : undefined}
        editLabel={update ? editLabel : undefined}
        removes={remove}
      />
      <Menu
        anchor={button}
        button={
          <IconButton aria-label={m.admin_row_menu({ title })} data-opens={record.id}>
            <Icon name="more" />
          </IconButton>
        }
      >
        {view && (
          <Link {...itemLink} to={toView}>
            <Icon name="view" size={18} />
            {m.admin_view()}
          </Link>
        )}
        {update && <EditItem resource={resource} id={record.id} label={editLabel} />}
        {actionItems(actions)}
        {remove && (view || update) && <MenuLine />}
        {remove && (
          <MenuItem danger icon={<Icon name="remove" size={18} />} onClick={onDelete}>
            {m.admin_delete()}
          </MenuItem>
        )}
      </Menu>
      {dialog}
    </>
  );
}

function EditItem({ resource, id, label }: { resource: Resource; id: string; label: string }) {
  const { edit } = useFormLinks(resource);
  return (
    <Link {...itemLink} {...edit(id)}>
      <Icon name="edit" size={18} />
      {label}
    </Link>
  );
}

interface CommandsProps extends Props {
  title: string;
  actions: ShownAction[];
  toView: string | undefined;
  /** Undefined when the user may not edit it. */
  editLabel: string | undefined;
  removes: boolean;
}

/** Offers the actions to the palette. The way to a form depends on the address, so this alone is drawn with every address. */
function RowCommands({ resource, record, title, actions, toView, editLabel, removes, onDelete }: CommandsProps) {
  const { edit } = useFormLinks(resource);
  const navigate = useNavigate();
  const { to, state } = edit(record.id);
  useCommands({
    about: title,
    when: () => focusedRow() === record.id,
    actions: [
      ...(toView === undefined ? [] : [{ key: 'view', label: m.admin_view(), to: toView, start: nothing }]),
      ...(editLabel === undefined
        ? []
        : [{ key: 'edit', label: editLabel, start: () => void navigate(to, { state }) }]),
      ...actions,
      ...(removes ? [{ key: 'delete', label: m.admin_delete(), danger: true, start: onDelete }] : []),
    ],
  });
  return null;
}
