// The list of a resource, generated from the document: search, filters, columns, sorting, pages and selection.
import { buttonClass } from '@mizan/ui-kit/button';
import { lazyInPlace } from '@mizan/ui-kit/lazy-screen';
import { m } from '@mizan/ui-kit/messages';
import unseen from '@mizan/ui-kit/unseen.module.css';
import { useEffect, useRef, useState } from 'react';
import type { RaRecord } from 'ra-core';
import { Link } from 'react-router';
import { useSelects } from '../bulk/bulk-actions.tsx';
import { SelectionBar } from '../bulk/selection-bar.tsx';
import { countOf } from '../bulk/selection.ts';
import type { FilterGroup } from '../data/filter-group.ts';
import { useMay, useMayOrPropose, useResource } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { BlockedNotice, FilterBuilder } from '../filters/dialogs-lazy.ts';
import { FilterChips } from '../filters/filter-chips.tsx';
import { Icon } from '../frame/icon.tsx';
import { NotHere } from '../frame/not-here.tsx';
import { RefetchLine } from '../frame/refetch-line.tsx';
import { Screen } from '../frame/screen.tsx';
import { paths } from '../paths.ts';
import { useAreaLabel, useResourceUi } from '../module/registry.ts';
import { DeleteDialog } from '../verbs/dialogs-lazy.ts';
import { useFormLinks } from './form-links.ts';
import { ImportLink } from './import-link.tsx';
import { EmptyList, LoadFailure } from './list-notices.tsx';
import { ReplacedNote } from './replaced-note.tsx';
import styles from './list-screen.module.css';
import { ListContexts, useShownList } from './list-contexts.tsx';
import { ListDialogs } from './list-dialogs.tsx';
import { useListKeys } from './list-keys.ts';
import { ListTabs } from './list-tabs.tsx';
import { ListTable } from './list-table.tsx';
import { ListTools } from './list-tools.tsx';
import { MoreLinks } from './more-links.tsx';
import { Pages } from './pages.tsx';
import { RowMenu } from './row-menu.tsx';
import { useRowFocus } from './rows.ts';
import { useColumns } from './use-columns.ts';

const ListView = lazyInPlace(() => import('../views/list-view.tsx'));

export default function ListScreen() {
  const resource = useResource();
  const may = useMay();
  if (!may(resource, 'list')) return <NotHere />;
  return (
    <ListContexts key={resource.name} resource={resource}>
      <RecordList resource={resource} />
    </ListContexts>
  );
}

function RecordList({ resource }: { resource: Resource }) {
  const { list, selection } = useShownList();
  const columns = useColumns(resource);
  const may = useMay();
  const mayOrPropose = useMayOrPropose();
  const { heading } = useResourceUi(resource);
  const whole = useRef<HTMLDivElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const [deleting, setDeleting] = useState<RaRecord<string> | null>(null);
  const [deleted, setDeleted] = useState<string>();
  const [building, setBuilding] = useState<{ path?: number[] } | null>(null);
  const selects = useSelects(resource);
  const { search, filters } = list.query;
  const { blocked } = list;
  const view = resource.views?.find(({ kind }) => kind === list.query.view);
  const selecting = selects && !view && !blocked && countOf(selection, list.total) > 0;
  const paged = !view || view.kind === 'gallery';
  const empty = !blocked && !list.loading && !list.failed && list.records?.length === 0 && (paged || list.total === 0);
  // Without any records the notice has the Create button.
  const nothing = empty && list.total === 0 && !search && !filters;
  const create = mayOrPropose(resource, 'create') && <CreateButton resource={resource} />;
  const filterBy = (next: FilterGroup | null) => list.go({ filters: next, page: 1 });
  const moveRow = useRowFocus(resource.name, card, list.records !== undefined);
  useListKeys(resource, card, selects ? selection : undefined, moveRow);
  // The selection bar disappears with its buttons: move the focus to the table's header.
  const wasSelecting = useRef(false);
  useEffect(() => {
    if (wasSelecting.current && !selecting && document.activeElement === document.body) {
      card.current?.querySelector<HTMLElement>('[data-select-page] input')?.focus();
    }
    wasSelecting.current = selecting;
  }, [selecting]);
  // The last chip and its line were removed: move the focus to the Filters button.
  const filterByChips = (next: FilterGroup | null) => {
    if (!next) card.current?.querySelector<HTMLElement>('[data-filters]')?.focus();
    filterBy(next);
  };

  return (
    <Screen
      ref={whole}
      className={styles.screen}
      title={heading?.title ?? resource.label}
      text={heading?.text ?? resource.description}
      crumbs={[{ label: useAreaLabel(resource.area), to: paths.area(resource.area) }, { label: resource.label }]}
      actions={
        <>
          <MoreLinks resource={resource} />
          <ImportLink resource={resource} />
          {!nothing && create}
        </>
      }
    >
      <ListTabs resource={resource} label={heading?.title ?? resource.label} />
      <div ref={card} className={styles.card} aria-busy={list.refreshing}>
        <div
          className={styles.toolbar}
          data-many={may(resource, 'filters') || selecting || undefined}
          data-views={resource.views !== undefined || undefined}
        >
          {selecting ? (
            <SelectionBar resource={resource} list={list} selection={selection} />
          ) : (
            <ListTools
              resource={resource}
              list={list}
              columns={columns}
              onBuild={() => setBuilding({})}
              onSaved={(saved) => list.go({ ...saved, page: 1 })}
            />
          )}
          <RefetchLine shown={list.refreshing} />
        </div>
        {filters && may(resource, 'filters') && (
          <FilterChips
            resource={resource}
            filters={filters}
            onEdit={(path) => setBuilding({ path })}
            onChange={filterByChips}
          />
        )}
        <ReplacedNote resource={resource} list={list} />
        <div className={styles.body}>
          {blocked && (
            <BlockedNotice
              resource={resource}
              blocked={blocked}
              onShow={(remaining) => list.go({ ...remaining, page: 1 })}
              onEdit={() => setBuilding({})}
            />
          )}
          {list.failed && <LoadFailure resource={resource} list={list} />}
          {empty && <EmptyList resource={resource} list={list} create={create} />}
          {view && !blocked && !list.failed && !empty && (
            <ListView
              {...view}
              resource={resource}
              list={list}
              columns={columns.shown}
              deleted={deleted}
              Menu={RowMenu}
              onDelete={setDeleting}
            />
          )}
          {!view && !blocked && !list.failed && !empty && (
            <ListTable
              resource={resource}
              list={list}
              columns={columns.shown}
              room={columns}
              selection={selects ? selection : undefined}
              onDelete={setDeleting}
              edits
            />
          )}
          <p className={unseen.unseen} role="status">
            {empty && list.total === 0 && (search || filters) ? m.admin_list_no_results() : ''}
          </p>
        </div>
        {paged && !blocked && !list.failed && (list.loading || list.total > 0) && (
          <Pages list={list} label={resource.label} />
        )}
      </div>
      <ListDialogs resource={resource} within={whole} />
      {deleting && (
        <DeleteDialog
          resource={resource}
          id={deleting.id}
          record={deleting}
          onClose={() => setDeleting(null)}
          onDeleted={() => {
            setDeleted(deleting.id);
            if (!selection.except) selection.retain([...selection.chosen.keys()].filter((id) => id !== deleting.id));
          }}
        />
      )}
      {building && (
        <FilterBuilder
          resource={resource}
          filters={filters}
          path={building.path}
          onClose={() => setBuilding(null)}
          onApply={filterBy}
        />
      )}
    </Screen>
  );
}

function CreateButton({ resource }: { resource: Resource }) {
  const { create } = useFormLinks(resource);
  return (
    <Link className={buttonClass({})} {...create} data-opens="create">
      <Icon name="add" size={18} />
      {m.admin_create({ singular: resource.singular })}
    </Link>
  );
}
