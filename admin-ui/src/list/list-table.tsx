// The table of a list: sortable headers, one row per record, a menu at its end. The title is a link; a click anywhere
// else on the row follows it.
import { Skeleton } from '@mizan/ui-kit/skeleton';
import { useMedia } from '@mizan/ui-kit/use-media';
import { m } from '@mizan/ui-kit/messages';
import unseen from '@mizan/ui-kit/unseen.module.css';
import { memo, useLayoutEffect, useMemo, useRef, type PointerEvent } from 'react';
import { RecordContextProvider, type RaRecord } from 'ra-core';
import { Link } from 'react-router';
import { RowCheck } from '../bulk/row-check.tsx';
import type { RowSelection } from '../bulk/use-selection.ts';
import { ListCells } from '../cells/list-cells.tsx';
import { useNamed, useTitles, type Referred } from '../data/references.ts';
import { useMay, useResourceNamed, useViewed } from '../document/context.tsx';
import { titleFieldOf, titleOf, type Column, type Resource } from '../document/resources.ts';
import { FieldValue } from '../fields/field-value.tsx';
import { Name } from '../fields/value.tsx';
import { Icon } from '../frame/icon.tsx';
import { ScrollRegion } from '../frame/scroll-region.tsx';
import { useResourceUi } from '../module/registry.ts';
import { useOpen } from '../views/use-open.ts';
import { fitOf, type Fit } from './column-fit.ts';
import { useFollowRow } from './follow-row.ts';
import { storeScrollTop, topOf } from './last-list.ts';
import { sortedBy } from './list-search.ts';
import styles from './list-table.module.css';
import PhoneRows from './phone-rows.tsx';
import { RowMenu } from './row-menu.tsx';
import type { Columns } from './use-columns.ts';
import { useOverflow } from './use-overflow.ts';
import type { ListState } from './use-list-state.ts';
import { useRoom } from './use-room.ts';

interface Props {
  resource: Resource;
  list: ListState;
  columns: Column[];
  /** Hides columns for which there is no room; without it the table scrolls. */
  room?: Pick<Columns, 'hideLast' | 'showUsual'>;
  /** Undefined when there are no bulk actions. */
  selection: RowSelection | undefined;
  onDelete: (record: RaRecord<string>) => void;
  /** Cells are edited in place, by users who may change the records. */
  edits?: boolean;
}

const SKELETON_ROWS = 12;
/** On narrower screens a table would show two columns. */
const PHONE = '(max-width: 47.99rem)';

export function ListTable({ resource, list, columns, room, selection, onDelete, edits = false }: Props) {
  const may = useMay();
  const viewed = useViewed();
  const address = list.linkTo({});
  const scroll = useRef<HTMLDivElement>(null);
  const { rows, missing } = useNamed(columns, list.records);
  const drawn = rows !== undefined;
  const more = useOverflow(scroll);
  const phone = useMedia(PHONE);
  useRoom(scroll, drawn && !phone, room);
  const { cells } = useResourceUi(resource);
  const shapes = useMemo(
    () => columns.map((column) => fitOf(resource, column, list.records, Object.keys(cells ?? {}))).join(' '),
    [columns, resource, list.records, cells],
  );
  // The same after a change of one record: another array would draw all rows again.
  const fits = useMemo(() => shapes.split(' ') as Fit[], [shapes]);
  // A new page starts at the top; a list that the user returns to, at its former scroll position.
  useLayoutEffect(() => {
    if (drawn) scroll.current?.scrollTo({ top: topOf(address) });
  }, [address, drawn]);
  const open = useOpen(resource);
  const follow = useFollowRow(open);
  return (
    <ScrollRegion
      ref={scroll}
      className={styles.scroll}
      data-more={more || undefined}
      onScroll={(event) => storeScrollTop(address, event.currentTarget.scrollTop)}
      label={resource.label}
    >
      {missing.map((referred) => (
        <Titles key={referred.target.name} {...referred} />
      ))}
      {phone ? (
        <PhoneRows {...{ resource, list, rows, columns, selection, open, onDelete }} />
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              {selection && (
                <th className={styles.check} data-select-page="">
                  <RowCheck
                    label={m.bulk_select_page()}
                    checked={selection.page === 'all'}
                    mixed={selection.page === 'some'}
                    disabled={!list.records?.length}
                    onChange={selection.togglePage}
                  />
                </th>
              )}
              {columns.map((column, index) => (
                <Header
                  key={column.field}
                  column={column}
                  fit={fits[index]}
                  list={list}
                  title={column.field === resource.title}
                />
              ))}
              <th className={styles.menu}>
                <span className={unseen.unseen}>{m.admin_row_actions()}</span>
              </th>
            </tr>
          </thead>
          {/* The title of a row is a link; a click elsewhere in the row follows it. */}
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
          <tbody onClick={follow}>
            {list.records === undefined
              ? Array.from({ length: Math.min(list.query.perPage, SKELETON_ROWS) }, (_, row) => (
                  // oxlint-disable-next-line react/no-array-index-key
                  <SkeletonRow
                    key={row}
                    row={row}
                    columns={columns}
                    title={resource.title}
                    checks={selection !== undefined}
                  />
                ))
              : list.records.map((record) => (
                  <RecordContextProvider key={record.id} value={record}>
                    <Row
                      record={record}
                      columns={columns}
                      fits={fits}
                      resource={resource}
                      chosen={selection && selection.has(record.id)}
                      onToggle={selection?.toggle}
                      to={open(record)}
                      onDelete={onDelete}
                    />
                  </RecordContextProvider>
                ))}
          </tbody>
        </table>
      )}
      {edits && viewed === undefined && drawn && !phone && may(resource, 'view') && may(resource, 'update') && (
        <ListCells
          {...{ resource, columns }}
          records={list.records}
          query={list.query}
          total={list.total}
          table={scroll}
        />
      )}
    </ScrollRegion>
  );
}

/** Loads the titles of a list's references, in one request with its cells. */
function Titles({ target, ids }: Referred) {
  useTitles(target, ids);
  return null;
}

const align = (column: Column): string | undefined => (column.kind === 'number' ? styles.number : undefined);

const CLASSES: Record<Fit, string | undefined> = {
  picture: styles.cell,
  short: styles.cell,
  text: styles.text,
  long: styles.long,
};

/** A tooltip with the full text, if it is cut off. */
function showFullText({ currentTarget, target }: PointerEvent<HTMLElement>): void {
  const cut =
    currentTarget.scrollHeight > currentTarget.clientHeight + 1 ||
    (target instanceof HTMLElement && target !== currentTarget && target.scrollWidth > target.clientWidth);
  currentTarget.title = cut ? (currentTarget.textContent ?? '') : '';
}

function classes(...names: (string | undefined | false)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined;
}

interface HeaderProps {
  column: Column;
  fit: Fit | undefined;
  list: ListState;
  title: boolean;
}

function Header({ column, fit, list, title }: HeaderProps) {
  const { query } = list;
  const sorted = query.sort.field === column.field;
  const unit = column.schema['x-unit'];
  const label = (
    <>
      {column.label}
      {/* Screen readers read a header as one line. */}
      {unit && ' '}
      {unit && <span className={styles.unit}>{unit}</span>}
    </>
  );
  return (
    <th
      scope="col"
      className={classes(align(column), title && styles.title, fit === 'picture' && styles.picture)}
      aria-sort={sorted ? (query.sort.order === 'ASC' ? 'ascending' : 'descending') : undefined}
    >
      {column.sortable ? (
        <button
          type="button"
          className={styles.sort}
          data-sorted={sorted || undefined}
          onClick={() => list.go(sortedBy(query, column.field))}
        >
          <span className={styles.label}>{label}</span>
          <Icon name={sorted && query.sort.order === 'DESC' ? 'down' : 'up'} size={14} />
        </button>
      ) : (
        <span className={styles.label}>{label}</span>
      )}
    </th>
  );
}

interface RowProps {
  record: RaRecord<string>;
  columns: Column[];
  fits: Fit[];
  resource: Resource;
  /** Undefined when there are no bulk actions. */
  chosen: boolean | undefined;
  onToggle: RowSelection['toggle'] | undefined;
  to: string | undefined;
  onDelete: (record: RaRecord<string>) => void;
}

/** Memoised: neither the selection of another row nor a new address draws it again. */
const Row = memo(function Row({ record, columns, fits, resource, chosen, onToggle, to, onDelete }: RowProps) {
  return (
    <tr data-row={record.id} data-open={to !== undefined || undefined} data-chosen={chosen || undefined}>
      {chosen !== undefined && (
        <td className={styles.check}>
          <RowCheck
            label={m.bulk_select({ title: titleOf(resource, record) })}
            checked={chosen}
            onChange={(next, range) => onToggle?.(record.id, next, range)}
          />
        </td>
      )}
      {columns.map((column, index) => {
        const isTitle = column.field === resource.title;
        return (
          <td key={column.field} data-field={column.field} className={classes(align(column), isTitle && styles.title)}>
            <div className={CLASSES[fits[index] ?? 'text']} onPointerOver={showFullText}>
              {isTitle && to ? (
                <NameLink resource={resource} record={record} to={to} />
              ) : (
                <FieldValue
                  resource={resource}
                  field={column.field}
                  schema={column.schema}
                  record={record}
                  exact={column.field === resource.defaultSort.field}
                />
              )}
            </div>
          </td>
        );
      })}
      <td className={styles.menu}>
        <RowMenu resource={resource} record={record} onDelete={() => onDelete(record)} />
      </td>
    </tr>
  );
});

interface LinkProps {
  resource: Resource;
  record: RaRecord<string>;
  to: string;
}

/** The link to a record: shows the first field of its title, and has the whole title as its accessible name. */
function NameLink(props: LinkProps) {
  const { resource, record } = props;
  const reference = resource.view.properties?.[resource.title]?.['x-reference'];
  const target = useResourceNamed(reference?.resource);
  if (!reference) return <TitleLink {...props} field={titleFieldOf(resource, record)} />;
  return (
    <Name value={record[resource.title]} resource={target}>
      {(name) => <TitleLink {...props} field={name} />}
    </Name>
  );
}

function TitleLink({ resource, record, to, field }: LinkProps & { field: string }) {
  const title = titleOf(resource, record);
  const shown = field || title;
  const more = shown !== title && title.includes(shown);
  return (
    <Link to={to} className={styles.name} data-name="" dir="auto" aria-label={more ? title : undefined}>
      {shown}
    </Link>
  );
}

interface SkeletonProps {
  row: number;
  columns: Column[];
  title: string;
  checks: boolean;
}

function SkeletonRow({ row, columns, title, checks }: SkeletonProps) {
  return (
    <tr aria-hidden="true">
      {checks && (
        <td className={styles.check}>
          <span className={unseen.unseen}>{m.admin_loading()}</span>
        </td>
      )}
      {columns.map((column, index) => (
        <td key={column.field} className={classes(align(column), column.field === title && styles.title)}>
          <Skeleton className={styles.bone} width={`${44 + ((row * 7 + index * 23) % 40)}%`} />
        </td>
      ))}
      <td className={styles.menu}>
        <span className={unseen.unseen}>{m.admin_loading()}</span>
      </td>
    </tr>
  );
}
