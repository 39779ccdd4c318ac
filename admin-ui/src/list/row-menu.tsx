// The menu of a record in a list, with the actions that the user may perform.
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { m } from '@mizan/ui-kit/messages';
import { useLayoutEffect, useRef, useState } from 'react';
import type { RaRecord } from 'react-admin';
import { Link } from 'react-router';
import { useMay } from '../document/context.tsx';
import { titleOf, type Resource } from '../document/resources.ts';
import { actionItems } from '../frame/action-buttons.tsx';
import { Icon } from '../frame/icon.tsx';
import { paths } from '../paths.ts';
import { useResourceUi } from '../module/registry.ts';
import { useRecordActions } from '../verbs/record-actions.tsx';
import { useFormLinks } from './form-links.ts';
import styles from './row-menu.module.css';

interface Props {
  resource: Resource;
  record: RaRecord<string>;
  onDelete: () => void;
}

export function RowMenu({ resource, record, onDelete }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const may = useMay();
  const view = may(resource, 'view');
  const update = may(resource, 'update');
  const remove = may(resource, 'delete');
  const { editLabel } = useResourceUi(resource);
  const { edit } = useFormLinks(resource);
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
  if (!view && !update && !remove && actions.length === 0) return null;
  const close = () => setAnchor(null);
  return (
    <>
      <IconButton
        ref={button}
        size="small"
        aria-label={m.admin_row_menu({ title: titleOf(resource, record) })}
        data-opens={record.id}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon name="more" />
      </IconButton>
      {anchor && (
        <Menu
          open
          // Within the main landmark.
          container={() => document.querySelector('main')}
          anchorEl={anchor}
          onClose={close}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        >
          {view && (
            <MenuItem component={Link} to={paths.view(resource.area, resource.name, record.id)}>
              <Icon name="view" size={18} />
              {m.admin_view()}
            </MenuItem>
          )}
          {update && (
            <MenuItem component={Link} {...edit(record.id)} onClick={close}>
              <Icon name="edit" size={18} />
              {editLabel ?? m.admin_edit()}
            </MenuItem>
          )}
          {actionItems(actions, close)}
          {remove && (view || update) && <Divider className={styles.line ?? ''} />}
          {remove && (
            <MenuItem
              className={styles.danger ?? ''}
              onClick={() => {
                close();
                onDelete();
              }}
            >
              <Icon name="remove" size={18} />
              {m.admin_delete()}
            </MenuItem>
          )}
        </Menu>
      )}
      {dialog}
    </>
  );
}
