// The records of another resource that refer to this one: a compact list, with links to the whole list and to a new
// record.
import { buttonClass } from '@mizan/ui-kit/button';
import { m } from '@mizan/ui-kit/messages';
import { useMemo, useState } from 'react';
import { ResourceContextProvider, type RaRecord } from 'ra-core';
import { Link } from 'react-router';
import { useMayOrPropose } from '../document/context.tsx';
import { BlockedNotice } from '../filters/dialogs-lazy.ts';
import { referenceOf } from '../document/schema.ts';
import { createSchema } from '../form/form-schema.ts';
import { Icon } from '../frame/icon.tsx';
import { Notice } from '../frame/notice.tsx';
import { EmptyList, LoadFailure } from '../list/list-notices.tsx';
import { formatListSearch, USUAL_PAGE_SIZE } from '../list/list-search.ts';
import { ListTable } from '../list/list-table.tsx';
import { Pages } from '../list/pages.tsx';
import { ReplacedNote } from '../list/replaced-note.tsx';
import { useRelatedListState } from '../list/use-list-state.ts';
import { paths } from '../paths.ts';
import DeleteDialog from '../verbs/delete-dialog.tsx';
import styles from './related-list.module.css';
import { relatedFilter, relatedLabel, type Related } from '../data/related.ts';

interface Props {
  related: Related;
  /** The id of the record that they refer to. */
  id: string;
}

/** Its children are in the context of the other resource. */
export default function RelatedList({ related, id }: Props) {
  return (
    <ResourceContextProvider value={related.resource.name}>
      <RecordList related={related} id={id} />
    </ResourceContextProvider>
  );
}

function RecordList({ related, id }: Props) {
  const { resource, field } = related;
  const list = useRelatedListState(related, id);
  const mayOrPropose = useMayOrPropose();
  const [deleting, setDeleting] = useState<RaRecord<string> | null>(null);
  // The reference itself would have the same value in each row.
  const constant = resource.view.properties?.[field]?.type !== 'array';
  const columns = useMemo(
    () => resource.columns.filter((column) => column.usual && !(constant && column.field === field)),
    [resource, constant, field],
  );
  const label = relatedLabel(related);
  const { blocked } = list;
  const empty = !blocked && !list.loading && !list.failed && list.records?.length === 0;
  const all = paths.list(
    resource.area,
    resource.name,
    formatListSearch(
      { ...list.query, page: 1, perPage: USUAL_PAGE_SIZE, filters: relatedFilter(related, id) },
      resource,
    ),
  );
  const create = mayOrPropose(resource, 'create') && takes(related) && (
    <Link
      className={buttonClass({ look: 'secondary' })}
      to={`${paths.create(resource.area, resource.name)}?${new URLSearchParams({ [field]: id })}`}
    >
      <Icon name="add" size={18} />
      {m.admin_create({ singular: resource.singular })}
    </Link>
  );
  return (
    <section className={styles.card} aria-label={label} aria-busy={list.refreshing}>
      <div className={styles.tools}>
        <Link className={buttonClass({ look: 'quiet' })} to={all}>
          <Icon name="filter" size={18} />
          {m.related_open_list()}
        </Link>
        {!empty && create}
      </div>
      <ReplacedNote resource={resource} list={list} />
      {blocked && <BlockedNotice resource={resource} blocked={blocked} onShow={() => list.go({}, { replace: true })} />}
      {list.failed && <LoadFailure resource={resource} list={list} />}
      {empty && list.total > 0 && <EmptyList resource={resource} list={list} create={null} />}
      {empty && list.total === 0 && (
        <Notice title={m.related_none({ label: resource.nouns })} text={m.related_none_text()}>
          {create}
        </Notice>
      )}
      {!blocked && !list.failed && !empty && (
        <div className={styles.table}>
          <ListTable resource={resource} list={list} columns={columns} selection={undefined} onDelete={setDeleting} />
        </div>
      )}
      {!blocked && !list.failed && (list.loading || list.total > 0) && <Pages list={list} label={label} />}
      {deleting && (
        <DeleteDialog resource={resource} id={deleting.id} record={deleting} onClose={() => setDeleting(null)} />
      )}
    </section>
  );
}

/** Whether the create form can fill in the reference. */
const takes = ({ resource, field }: Related): boolean =>
  Object.entries(createSchema(resource)?.properties ?? {}).some(
    ([name, schema]) =>
      name === field ||
      referenceOf(schema)?.view === field ||
      Object.values(schema.properties ?? {}).some((inner) => inner['x-reference']?.view === field),
  );
