// The records behind a value: those of its groups within the same filter and period, each with its own values.
import { Skeleton } from '@mizan/ui-kit/skeleton';
import { formatDateTime } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { can, useSession } from '@mizan/ui-kit/session';
import { Fragment, useEffect, useMemo } from 'react';
import { useLocation } from 'react-router';
import type { Member } from '../charts/answer.ts';
import { SEPARATOR } from '../charts/note.tsx';
import type { Shape } from '../charts/table-shape.ts';
import { isStatus } from '../data/problems.ts';
import { byName, type Analytics, type Dataset } from '../document/analytics.ts';
import { permitted, useAnalytics, useMay, useResourceNamed } from '../document/context.tsx';
import { BlockedNotice } from '../filters/dialogs-lazy.ts';
import { NotHere } from '../frame/not-here.tsx';
import { NotLoaded } from '../frame/not-loaded.tsx';
import { Notice } from '../frame/notice.tsx';
import { Screen } from '../frame/screen.tsx';
import { ExportMenu } from '../list/export-menu.tsx';
import { Pages } from '../list/pages.tsx';
import { paths } from '../paths.ts';
import { exportRecords, useRecords } from './analytics-data.ts';
import { AnswerTable } from './answer-table.tsx';
import type { RecordsAnswer } from './answers.ts';
import styles from './explorer.module.css';
import {
  correctionOf,
  isSingle,
  ownOfRecords,
  pageOf,
  informativeMeasures,
  unknownIn,
  withPage,
} from './records-own.ts';
import { RecordParts } from './record-parts.tsx';
import { ReplacedNote } from './replaced-note.tsx';
import { useView } from './use-view.ts';
import { formatView, listOf, partsOfList, type Replaced, type View } from './view.ts';

export default function RecordsScreen() {
  const analytics = useAnalytics();
  return analytics?.records ? <Records analytics={analytics} /> : <NotHere />;
}

function Records({ analytics }: { analytics: Analytics }) {
  const { me } = useSession();
  const may = useMay();
  const { pathname } = useLocation();
  const { view, own, replaced, forget, checking, blocked, go, linkTo, canonical, correct } = useView(
    analytics,
    ownOfRecords,
  );
  const answer = useRecords(analytics, checking || blocked ? undefined : formatView(view, analytics) + own);
  const resource = useResourceNamed(byName(analytics.datasets, view.dataset)?.resource);
  const { error, isPlaceholderData } = answer;
  const data = blocked ? undefined : answer.data;
  const page = pageOf(new URLSearchParams(own));
  const unknown = useMemo(() => (data ? unknownIn(data, view, analytics) : []), [data, view, analytics]);
  useEffect(() => {
    // A correction that is under way is reported first.
    const correction = data && canonical && !isPlaceholderData ? correctionOf(data, own, unknown) : undefined;
    if (correction) correct(correction.own, correction.lost);
  }, [data, canonical, isPlaceholderData, own, unknown, correct]);
  const shape = useMemo(() => data && shapeOf(data), [data]);
  const measureLabels = listOf(view.measures.flatMap((name) => byName(analytics.measures, name)?.label ?? []));
  const groups = data
    ? [data.row, data.col]
        .map((all) => all.filter(({ key }) => !unknown.some(({ value }) => value === key)))
        .filter((one) => one.length > 0)
    : [];
  const title = [measureLabels, ...groups.map((one) => listOf(one.map(({ label }) => label)))].join(' · ');
  const label = resource?.label ?? byName(analytics.datasets, view.dataset)?.label ?? '';
  const exported = analytics.recordsExport;
  // The first column is the record itself, whatever the view was grouped by.
  const dataset = byName(analytics.datasets, view.dataset);
  const shown = [...new Set([...view.measures, ...(dataset?.behind ?? [])])];
  const measures = data ? informativeMeasures(data, shown, analytics) : shown;
  const listed = { ...view, measures, rows: 'record', cols: undefined, compare: undefined };
  const dimensions = [
    { name: 'record', label: resource?.singular ?? label, description: '', kind: 'category' as const },
  ];
  return (
    <Screen
      title={
        <>
          {measureLabels}
          {groups.flat().length > 0 && SEPARATOR}
          {groups.map((one, index) => (
            // oxlint-disable-next-line react/no-array-index-key
            <Fragment key={index}>
              {index > 0 && SEPARATOR}
              <Names of={one.map(({ label: name }) => name)} />
            </Fragment>
          ))}
        </>
      }
      text={
        measures.length > 0
          ? m.explorer_records_text({ label: label.toLowerCase() })
          : m.explorer_records_text_alone({ label: label.toLowerCase() })
      }
      crumbs={[
        { label: m.analytics_title(), to: paths.area('analytics') },
        { label: m.analytics_explorer(), to: paths.explorer(formatView({ ...view, sort: USUAL }, analytics)) },
        { label },
      ]}
    >
      <ReplacedNote analytics={analytics} replaced={replaced} onClose={forget} />
      <div className={styles.card} aria-busy={answer.isFetching}>
        <div className={styles.toolbar}>
          <p className={styles.count}>{data && m.analytics_as_of({ time: formatDateTime(data.asOf) })}</p>
          <div className={styles.tools}>
            {exported && !blocked && permitted(me, exported) && (
              <ExportMenu
                name={resource?.name ?? view.dataset}
                failed={m.analytics_export_failed()}
                load={(query) => exportRecords(exported, formatView(view, analytics) + withPage(own, 1), query)}
              />
            )}
          </div>
        </div>
        {blocked ? (
          <BlockedNotice
            resource={blocked.resource}
            blocked={blocked}
            onShow={({ filters }) => go({ filters }, withPage(own, 1))}
          />
        ) : error && !data ? (
          <NotLoaded
            title={isStatus(error, 400) ? m.analytics_refused() : m.analytics_failed()}
            error={error}
            onRetry={answer.refetch}
          />
        ) : !data || !shape ? (
          <div role="status" aria-label={m.analytics_loading()} className={styles.bones}>
            {[88, 72, 80, 64, 76].map((width) => (
              <Skeleton key={width} width={`${width}%`} height={28} />
            ))}
          </div>
        ) : data.total === 0 && unknown.length > 0 ? (
          <Notice title={m.explorer_records_unknown()} text={textOfUnknown(unknown, view, analytics)} />
        ) : data.total === 0 ? (
          <Notice title={m.analytics_empty()} text={m.analytics_empty_text()} />
        ) : (
          <>
            <AnswerTable
              analytics={{ ...analytics, dimensions }}
              view={listed}
              shape={shape}
              title={title}
              single={isSingle(data)}
              sortable={view.measures}
              last={lastOf(data, dataset, analytics)}
              recordsOf={({ key }) =>
                resource && key !== null && may(resource, 'view') && can(me, resource.area, 'enter')
                  ? paths.view(resource.area, resource.name, key)
                  : undefined
              }
              onSort={(sort) => go({ sort }, withPage(own, 1))}
            />
            <Pages
              label={label}
              list={{
                query: { page, perPage: view.limit },
                total: data.total,
                pages: data.totalPages,
                records: data.items,
                go: ({ perPage = view.limit }) => go({ limit: perPage }, withPage(own, 1)),
                linkTo: ({ page: to = 1 }) => `${pathname}${linkTo({}, withPage(own, to))}`,
              }}
            />
          </>
        )}
      </div>
    </Screen>
  );
}

/** What is listed within each record, as the last column. */
function lastOf({ items }: RecordsAnswer, dataset: Dataset | undefined, { measures }: Analytics) {
  const { each } = dataset ?? {};
  const measure = byName(measures, each?.measure);
  if (!each || !measure) return undefined;
  const parts = new Map(items.map(({ _id, each: of = [] }) => [_id, of]));
  return {
    label: each.label,
    of: ({ key }: Member) => (
      <RecordParts of={parts.get(key ?? '') ?? []} label={each.label} unit={measure.unit} open={items.length === 1} />
    ),
  };
}

/** A list of names in a sentence, each in the direction of its own letters. */
const Names = ({ of }: { of: string[] }) =>
  partsOfList(of).map(({ type, value }, index) =>
    // oxlint-disable-next-line react/no-array-index-key
    type === 'element' ? <bdi key={index}>{value}</bdi> : <Fragment key={index}>{value}</Fragment>,
  );

const USUAL = { by: 'row', direction: 'asc' } as const;

/** The groups that do not exist, by the labels of their dimensions. */
const textOfUnknown = (unknown: Replaced[], { rows, cols }: View, { dimensions }: Analytics): string =>
  unknown
    .map(({ name, value }) => {
      const dimension = byName(dimensions, name === 'row' ? rows : cols)?.label ?? name;
      return m.explorer_records_unknown_text({ dimension, value });
    })
    .join(' ');

const shapeOf = ({ items }: RecordsAnswer): Shape => ({
  rows: items.map(({ _id, title, values }) => ({
    row: { key: _id, label: title },
    cells: new Map([['', values]]),
  })),
  cols: [],
});
