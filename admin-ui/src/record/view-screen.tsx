// The page of a record: its facts, its activity, its history, or another of its tabs.
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';
import { Suspense, type ReactNode } from 'react';
import type { RaRecord } from 'ra-core';
import { useParams } from 'react-router';
import { isStatus, errorMessage } from '../data/problems.ts';
import { useRecord } from '../data/record.ts';
import { useMay, useResource, useResources } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { NotHere } from '../frame/not-here.tsx';
import { ScreenSkeleton } from '../frame/screen-skeleton.tsx';
import { useAllowed, useWidgets, Widgets } from '../frame/widgets.tsx';
import { inOrder, useResourceUi } from '../module/registry.ts';
import { useTexts } from '../module/texts.ts';
import { Facts } from './facts.tsx';
import { RecordContexts } from './record-contexts.tsx';
import { RecordFrame } from './record-frame.tsx';
import { RecordMissing } from './record-missing.tsx';
import {
  ACTIVITY,
  DELIVERIES,
  DETAILS,
  HISTORY,
  ownTab,
  relatedTab,
  useHasActivity,
  useHasDeliveries,
} from './record-tabs.tsx';
import styles from './record.module.css';
import { useReturn } from './use-return.ts';
import { referringTo, relatedPath } from '../data/related.ts';

const HistoryList = lazyScreen(() => import('../history/history-list.tsx'));
const Activity = lazyScreen(() => import('../activity/activity.tsx'));
const Deliveries = lazyScreen(() => import('../deliveries/deliveries.tsx'));
const RelatedList = lazyScreen(() => import('./related-list.tsx'));

interface ScreenProps {
  /** One of the standard tabs, or the kind of tab that `part` of the path names. */
  tab?: 'details' | 'activity' | 'deliveries' | 'history' | 'related' | 'own';
}

export default function ViewScreen({ tab = 'details' }: ScreenProps) {
  const resource = useResource();
  const may = useMay();
  const { id = '', part = '', '*': rest } = useParams();
  const view = useView(resource, id, tab, part);
  if (rest || !may(resource, 'view') || !view) return <NotHere />;
  return <LoadedView key={`${resource.name} ${id}`} resource={resource} id={id} view={view} />;
}

interface View {
  tab: string;
  /** Replaces the facts. */
  drawn?: (record: RaRecord<string>) => ReactNode;
  /** It is also available for a deleted record. */
  lasts?: boolean;
}

/** The tab of a path; undefined when there is none, or the user may not see it. */
function useView(resource: Resource, id: string, tab: ScreenProps['tab'], part: string): View | undefined {
  const may = useMay();
  const allowed = useAllowed();
  const resources = useResources();
  const { recordTabs } = useResourceUi(resource);
  const active = useHasActivity(resource);
  const sends = useHasDeliveries(resource);
  if (tab === 'history') {
    const drawn = () => <HistoryList resource={resource} id={id} />;
    return may(resource, 'history') ? { tab: HISTORY, drawn, lasts: true } : undefined;
  }
  if (tab === 'activity') {
    return active ? { tab: ACTIVITY, drawn: () => <Activity resource={resource} id={id} /> } : undefined;
  }
  if (tab === 'deliveries') {
    return sends ? { tab: DELIVERIES, drawn: () => <Deliveries resource={resource} id={id} /> } : undefined;
  }
  if (tab === 'related') {
    const related = referringTo(resource, resources).find((one) => relatedPath(one) === part);
    if (!related || !may(related.resource, 'list')) return undefined;
    return { tab: relatedTab(part), drawn: () => <RelatedList key={part} related={related} id={id} /> };
  }
  if (tab === 'own') {
    const own = recordTabs?.find(({ key }) => key === part);
    if (!own || !allowed(own)) return undefined;
    return { tab: ownTab(part), drawn: (record) => <own.Tab key={part} resource={resource} record={record} /> };
  }
  return { tab: DETAILS };
}

function LoadedView({ resource, id, view }: { resource: Resource; id: string; view: View }) {
  const { record, error, refetch } = useRecord(resource, id);
  const texts = useTexts(resource);
  const failed = error !== null && record === undefined && !isStatus(error, 404);
  useReturn(resource, failed ? errorMessage(error, texts.fetchFailed) : undefined);

  if (isStatus(error, 404)) {
    return (
      <RecordMissing resource={resource} id={id} {...(view.lasts && { tab: view.tab })}>
        {view.lasts && <Suspense fallback={<ScreenSkeleton />}>{view.drawn?.({ id })}</Suspense>}
      </RecordMissing>
    );
  }
  if (!record) return <ScreenSkeleton narrow label={texts.loading} />;
  return (
    <RecordContexts resource={resource} record={record} refetch={refetch}>
      <RecordFrame resource={resource} record={record} tab={view.tab}>
        {view.drawn ? (
          <Suspense fallback={<ScreenSkeleton />}>{view.drawn(record)}</Suspense>
        ) : (
          <Details resource={resource} record={record} />
        )}
      </RecordFrame>
    </RecordContexts>
  );
}

/** The facts, with the widgets of modules beside and below them. */
function Details({ resource, record }: { resource: Resource; record: RaRecord<string> }) {
  const widgets = inOrder((useResourceUi(resource).widgets ?? []).filter(useAllowed()));
  const at = (place: 'aside' | 'below') =>
    widgets
      .filter((widget) => widget.at === place)
      .map(({ key, Widget }) => <Widget key={key} resource={resource} record={record} />);
  const aside = at('aside');
  const hasAside = useWidgets('record.aside').length + aside.length > 0;
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <div className={styles.details} data-beside={hasAside || undefined}>
        <div className={styles.main}>
          <Facts resource={resource} record={record} />
        </div>
        {hasAside && (
          <div className={styles.aside}>
            {aside}
            <Widgets at="record.aside" />
          </div>
        )}
      </div>
      {at('below')}
      <Widgets at="record.below" />
    </Suspense>
  );
}
