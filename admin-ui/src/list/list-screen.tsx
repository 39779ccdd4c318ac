// The list of a resource, drawn from the document: search, columns, sorting, pages, and the way to each record.
import Button from '@mui/material/Button';
import { m } from '@mizan/ui-kit/messages';
import { useState } from 'react';
import type { RaRecord } from 'react-admin';
import { Link } from 'react-router';
import { useMay, useResource } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { Crumbs } from '../frame/crumbs.tsx';
import { Icon } from '../frame/icon.tsx';
import { NotHere } from '../frame/not-here.tsx';
import { Notice } from '../frame/notice.tsx';
import screen from '../frame/screen.module.css';
import { areaLabel } from '../frame/navigation.tsx';
import { paths } from '../paths.ts';
import { DeleteDialog } from '../record/delete-dialog.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import styles from './list-screen.module.css';
import { ListTable } from './list-table.tsx';
import { Pages } from './pages.tsx';
import { SearchBox } from './search-box.tsx';
import { useColumns } from './use-columns.ts';
import { useList, type ListState } from './use-list.ts';

export default function ListScreen() {
  const resource = useResource();
  const may = useMay();
  if (!may(resource, 'list')) return <NotHere />;
  return <RecordList key={resource.name} resource={resource} />;
}

function RecordList({ resource }: { resource: Resource }) {
  const list = useList(resource);
  const columns = useColumns(resource);
  const may = useMay();
  const [deleting, setDeleting] = useState<RaRecord<string> | null>(null);
  const empty = !list.loading && !list.failed && list.records?.length === 0;
  // Where there is nothing at all, creating is offered in its place.
  const nothing = empty && list.total === 0 && !list.query.search;
  const create = may(resource, 'create') && <CreateButton resource={resource} />;

  return (
    <div className={`${screen.screen} ${styles.screen}`}>
      <Crumbs of={[{ label: areaLabel(resource.area), to: paths.area(resource.area) }, { label: resource.label }]} />
      <header className={screen.head}>
        <div className={screen.heading}>
          <h1 className={screen.title}>{resource.label}</h1>
          {resource.description && <p className={screen.subtitle}>{resource.description}</p>}
        </div>
        <div className={screen.actions}>{!nothing && create}</div>
      </header>
      <div className={styles.card} aria-busy={list.refreshing}>
        <div className={styles.toolbar}>
          {resource.searchable && <SearchBox value={list.query.search} onSearch={searchWith(list)} />}
          <div className={styles.tools}>
            <Outdated list={list} />
            <ColumnsMenu columns={columns} />
          </div>
          <span className={styles.progress} data-shown={list.refreshing || undefined} aria-hidden="true" />
        </div>
        <div className={styles.body}>
          {list.failed && <LoadFailure resource={resource} retry={list.retry} />}
          {empty && <EmptyList resource={resource} list={list} create={create} />}
          {!list.failed && !empty && (
            <ListTable resource={resource} list={list} columns={columns.shown} onDelete={setDeleting} />
          )}
        </div>
        {!list.failed && (list.loading || list.total > 0) && <Pages list={list} label={resource.label} />}
      </div>
      {deleting && (
        <DeleteDialog resource={resource} id={deleting.id} record={deleting} onClose={() => setDeleting(null)} />
      )}
    </div>
  );
}

/** The first letters typed are a step in the browser's history, further ones change that step. */
function searchWith(list: ListState) {
  return (search: string) => list.go({ search, page: 1 }, { replace: search !== '' && list.query.search !== '' });
}

function CreateButton({ resource }: { resource: Resource }) {
  return (
    <Button
      component={Link}
      to={paths.create(resource.area, resource.name)}
      variant="contained"
      startIcon={<Icon name="add" size={18} />}
    >
      {m.admin_create({ singular: resource.singular })}
    </Button>
  );
}

function LoadFailure({ resource, retry }: { resource: Resource; retry: () => void }) {
  return (
    <Notice
      failure
      title={m.admin_list_failed({ label: resource.label.toLowerCase() })}
      text={m.admin_try_again_later()}
    >
      <Button variant="outlined" onClick={retry}>
        {m.admin_retry()}
      </Button>
    </Notice>
  );
}

/** The rows stay; that they may have changed since is said beside them. */
function Outdated({ list }: { list: ListState }) {
  return (
    <p className={styles.outdated} role="status">
      {list.outdated && (
        <>
          <span className={styles.outdatedText}>{m.admin_list_outdated()}</span>
          <button type="button" className={styles.retry} onClick={list.retry}>
            {m.admin_retry()}
          </button>
        </>
      )}
    </p>
  );
}

function EmptyList({ resource, list, create }: { resource: Resource; list: ListState; create: React.ReactNode }) {
  if (list.total > 0) {
    return (
      <Notice title={m.admin_list_past_end()} text={m.admin_list_past_end_text({ pages: list.pages })}>
        <Button variant="outlined" component={Link} to={list.linkTo({ page: list.pages })}>
          {m.admin_list_last_page()}
        </Button>
      </Notice>
    );
  }
  if (list.query.search) {
    return (
      <Notice title={m.admin_list_no_results()} text={m.admin_list_no_results_text()}>
        <Button variant="outlined" onClick={() => list.go({ search: '', page: 1 })}>
          {m.admin_list_clear_search()}
        </Button>
      </Notice>
    );
  }
  return (
    <Notice
      title={m.admin_list_nothing({ label: resource.label.toLowerCase() })}
      text={create ? m.admin_list_nothing_text({ singular: resource.noun }) : m.admin_list_nothing_read_only()}
    >
      {create}
    </Notice>
  );
}
