// What all screens of one record share: its name, what may be done with it, and its views beside each other.
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { m } from '@mizan/ui-kit/messages';
import { useState, type ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import { Link, useNavigate } from 'react-router';
import { useMay } from '../document/context.tsx';
import { titleOf, type Resource } from '../document/resources.ts';
import { ActionButtons } from '../frame/action-buttons.tsx';
import { Crumbs } from '../frame/crumbs.tsx';
import { Icon } from '../frame/icon.tsx';
import screen from '../frame/screen.module.css';
import { backToList } from '../list/last-list.ts';
import { paths } from '../paths.ts';
import { useResourceUi } from '../module/gathered.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { useRecordActions } from './record-actions.tsx';
import styles from './record.module.css';

export type RecordTab = 'details' | 'history';

interface Props {
  resource: Resource;
  record: RaRecord<string>;
  tab: RecordTab;
  children: ReactNode;
}

export function RecordFrame({ resource, record, tab, children }: Props) {
  const may = useMay();
  const navigate = useNavigate();
  const phone = useMediaQuery('(max-width: 47.99rem)');
  const [deleting, setDeleting] = useState(false);
  const { actions, dialog } = useRecordActions(resource, record);
  const { editLabel } = useResourceUi(resource);
  const title = titleOf(resource, record);
  return (
    <div className={`${screen.screen} ${screen.narrow}`}>
      <RecordCrumbs resource={resource} id={record.id} title={title} tab={tab} />
      <header className={screen.head}>
        <div className={screen.heading}>
          <h1 className={screen.title}>
            <bdi>{title}</bdi>
          </h1>
          <p className={screen.subtitle}>{resource.singular}</p>
        </div>
        <div className={screen.actions}>
          <ActionButtons actions={actions} most={phone ? 1 : 3} />
          {may(resource, 'delete') && (
            <Button variant="outlined" startIcon={<Icon name="remove" size={18} />} onClick={() => setDeleting(true)}>
              {m.admin_delete()}
            </Button>
          )}
          {may(resource, 'update') && (
            <Button
              variant="contained"
              component={Link}
              to={paths.edit(resource.area, resource.name, record.id)}
              startIcon={<Icon name="edit" size={18} />}
            >
              {editLabel ?? m.admin_edit()}
            </Button>
          )}
        </div>
      </header>
      <RecordTabs resource={resource} id={record.id} title={title} tab={tab} />
      {children}
      {dialog}
      {deleting && (
        <DeleteDialog
          resource={resource}
          id={record.id}
          record={record}
          onClose={() => setDeleting(false)}
          onDeleted={() => void navigate(backToList(resource), { replace: true })}
        />
      )}
    </div>
  );
}

interface Shown {
  resource: Resource;
  id: string;
  title: string;
  tab: RecordTab;
}

export function RecordCrumbs({ resource, id, title, tab }: Shown) {
  const list = { label: resource.label, to: backToList(resource) };
  const view = paths.view(resource.area, resource.name, id);
  return (
    <Crumbs
      of={tab === 'details' ? [list, { label: title }] : [list, { label: title, to: view }, { label: m.history_tab() }]}
    />
  );
}

/** Views with an address each, so they are links; nothing is drawn where there is only one. */
export function RecordTabs({ resource, id, title, tab }: Shown) {
  const may = useMay();
  if (!may(resource, 'history')) return null;
  const link = (of: RecordTab, to: string, label: string) => (
    <li>
      <Link to={to} replace className={styles.tab} aria-current={tab === of ? 'page' : undefined}>
        {label}
      </Link>
    </li>
  );
  return (
    <nav aria-label={m.history_tabs({ title })}>
      <ul className={styles.tabs}>
        {link('details', paths.view(resource.area, resource.name, id), m.history_tab_details())}
        {link('history', paths.history(resource.area, resource.name, id), m.history_tab())}
      </ul>
    </nav>
  );
}
