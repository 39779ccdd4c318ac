// The list on a phone: two lines for each record, title and status in the first, two more fields in the second. Select
// All and the sort order, which a table has in its header, are above the rows.
import { IconButton } from '@mizan/ui-kit/button';
import { Skeleton } from '@mizan/ui-kit/skeleton';
import { m } from '@mizan/ui-kit/messages';
import { memo, useMemo } from 'react';
import { RecordContextProvider, type RaRecord } from 'ra-core';
import { Link } from 'react-router';
import { RowCheck } from '../bulk/row-check.tsx';
import type { RowSelection } from '../bulk/use-selection.ts';
import { titleOf, type Column, type Resource } from '../document/resources.ts';
import { FieldValue } from '../fields/field-value.tsx';
import { isMissing } from '../fields/value.tsx';
import { Icon } from '../frame/icon.tsx';
import { useResourceUi } from '../module/registry.ts';
import type { Open } from '../views/use-open.ts';
import { useFollowRow } from './follow-row.ts';
import { phoneColumns, type PhoneColumns } from './phone-columns.ts';
import styles from './phone-rows.module.css';
import { RowMenu } from './row-menu.tsx';
import type { ListState } from './use-list-state.ts';

interface Props {
  resource: Resource;
  list: ListState;
  /** Its records, once the titles of their references are loaded. */
  rows: RaRecord<string>[] | undefined;
  columns: Column[];
  selection: RowSelection | undefined;
  /** Returns the link of a record, if the user may open it. */
  open: Open;
  onDelete: (record: RaRecord<string>) => void;
}

const SKELETON_ROWS = 10;

export default function PhoneRows({ resource, list, rows, columns, selection, open, onDelete }: Props) {
  const { cells } = useResourceUi(resource);
  const parts = useMemo(() => phoneColumns(resource, columns, Object.keys(cells ?? {})), [resource, columns, cells]);
  const follow = useFollowRow(open);
  return (
    <>
      <Head list={list} columns={columns} selection={selection} />
      {/* The title of a row is a link; a tap elsewhere in the row follows it. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <ul className={styles.rows} onClick={follow}>
        {rows === undefined
          ? Array.from({ length: Math.min(list.query.perPage, SKELETON_ROWS) }, (_, row) => (
              // oxlint-disable-next-line react/no-array-index-key
              <li key={row} className={styles.row} aria-hidden="true">
                <span className={styles.message}>
                  <Skeleton width={`${40 + ((row * 7) % 30)}%`} />
                  <Skeleton width={`${50 + ((row * 11) % 35)}%`} />
                </span>
              </li>
            ))
          : rows.map((record) => (
              <RecordContextProvider key={record.id} value={record}>
                <Row
                  resource={resource}
                  record={record}
                  columns={parts}
                  chosen={selection && selection.has(record.id)}
                  onToggle={selection?.toggle}
                  to={open(record)}
                  onDelete={onDelete}
                />
              </RecordContextProvider>
            ))}
      </ul>
    </>
  );
}

function Head({ list, columns, selection }: Pick<Props, 'list' | 'columns' | 'selection'>) {
  const { field: sorted, order } = list.query.sort;
  const sortable = columns.filter((column) => column.sortable);
  const opposite = order === 'ASC' ? 'DESC' : 'ASC';
  return (
    <div className={styles.head}>
      {selection && (
        <span data-select-page="">
          <RowCheck
            label={m.bulk_select_page()}
            checked={selection.page === 'all'}
            mixed={selection.page === 'some'}
            disabled={!list.records?.length}
            onChange={selection.togglePage}
          />
        </span>
      )}
      {sortable.length > 0 && (
        <>
          <select
            className={styles.sort}
            aria-label={m.admin_list_sort()}
            value={sortable.some(({ field }) => field === sorted) ? sorted : ''}
            onChange={({ target }) => list.go({ sort: { field: target.value, order: 'ASC' }, page: 1 })}
          >
            {!sortable.some(({ field }) => field === sorted) && (
              <option value="" disabled>
                {m.admin_list_sorted_by({ label: '…' })}
              </option>
            )}
            {sortable.map(({ field, label }) => (
              <option key={field} value={field}>
                {field === sorted ? m.admin_list_sorted_by({ label }) : label}
              </option>
            ))}
          </select>
          <IconButton
            aria-label={order === 'ASC' ? m.admin_list_descending() : m.admin_list_ascending()}
            onClick={() => list.go({ sort: { field: sorted, order: opposite }, page: 1 })}
          >
            <Icon name={order === 'ASC' ? 'up' : 'down'} />
          </IconButton>
        </>
      )}
    </div>
  );
}

interface RowProps extends Pick<Props, 'resource' | 'onDelete'> {
  record: RaRecord<string>;
  /** Undefined when there are no bulk actions. */
  chosen: boolean | undefined;
  onToggle: RowSelection['toggle'] | undefined;
  columns: PhoneColumns;
  to: string | undefined;
}

/** Memoised: neither the selection of another row nor a new address draws it again. */
const Row = memo(function Row({ resource, record, columns, chosen, onToggle, to, onDelete }: RowProps) {
  const title = titleOf(resource, record);
  const { status } = columns;
  return (
    <li
      className={styles.row}
      data-row={record.id}
      data-open={to !== undefined || undefined}
      data-chosen={chosen || undefined}
    >
      {chosen !== undefined && (
        <RowCheck
          label={m.bulk_select({ title })}
          checked={chosen}
          onChange={(next, range) => onToggle?.(record.id, next, range)}
        />
      )}
      <div className={styles.message}>
        <div className={styles.first}>
          {to ? (
            <Link to={to} className={styles.title} data-name="" dir="auto">
              {title}
            </Link>
          ) : (
            <span className={styles.title} dir="auto">
              {title}
            </span>
          )}
          {status && !isMissing(record[status.field]) && (
            <span className={styles.status}>
              <FieldValue resource={resource} field={status.field} schema={status.schema} record={record} />
            </span>
          )}
        </div>
        <div className={styles.second}>
          {columns.more(record).map((column) => (
            <span key={column.field} className={styles.part}>
              {isBare(column) && <span>{column.label} </span>}
              <FieldValue
                resource={resource}
                field={column.field}
                schema={column.schema}
                record={record}
                exact={column.field === resource.defaultSort.field}
                unit
              />
            </span>
          ))}
        </div>
      </div>
      <RowMenu resource={resource} record={record} onDelete={() => onDelete(record)} />
    </li>
  );
});

/** Numbers without a unit and booleans need their label. */
const isBare = ({ kind, schema }: Column): boolean => kind === 'boolean' || (kind === 'number' && !schema['x-unit']);
