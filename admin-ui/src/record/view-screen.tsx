// A record of any resource, to be read: its facts in groups, or what happened to it.
import { formatDateTime } from '@mizan/ui-kit/formats';
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { Suspense, useEffect, useRef } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Loaded } from '../data/data-provider.ts';
import { isStatus, sentenceOf } from '../data/problems.ts';
import { useRecord } from '../data/record.ts';
import { useMay, useResource } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { FieldValue } from '../fields/field-value.tsx';
import { Value } from '../fields/value.tsx';
import { NotHere } from '../frame/not-here.tsx';
import { ScreenSkeleton } from '../frame/screen-skeleton.tsx';
import { backToList } from '../list/last-list.ts';
import { factGroups } from './fact-groups.ts';
import { RecordContexts } from './record-contexts.tsx';
import { RecordFrame, type RecordTab } from './record-frame.tsx';
import { RecordMissing } from './record-missing.tsx';
import styles from './record.module.css';

const HistoryList = lazyScreen(() => import('../history/history-list.tsx'));

export default function ViewScreen({ tab = 'details' }: { tab?: RecordTab }) {
  const resource = useResource();
  const may = useMay();
  const { id = '', '*': rest } = useParams();
  if (rest || !may(resource, 'view') || (tab === 'history' && !may(resource, 'history'))) return <NotHere />;
  return <LoadedView key={`${resource.name} ${id}`} resource={resource} id={id} tab={tab} />;
}

function LoadedView({ resource, id, tab }: { resource: Resource; id: string; tab: RecordTab }) {
  const { data, error, refetch } = useRecord(resource, id);
  const navigate = useNavigate();
  const failed = error !== null && data === undefined && !isStatus(error, 404);
  const told = useRef(false);

  useEffect(() => {
    if (!failed || told.current) return;
    told.current = true;
    toast.error(sentenceOf(error, m.admin_fetch_failed({ noun: resource.noun })));
    void navigate(backToList(resource), { replace: true });
  }, [failed, error, navigate, resource]);

  const history = tab === 'history' && (
    <Suspense fallback={<ScreenSkeleton />}>
      <HistoryList resource={resource} id={id} />
    </Suspense>
  );
  if (isStatus(error, 404)) {
    return (
      <RecordMissing resource={resource} id={id} tab={tab}>
        {history}
      </RecordMissing>
    );
  }
  if (!data) return <ScreenSkeleton narrow label={m.admin_loading_record({ noun: resource.noun })} />;
  return (
    <RecordContexts resource={resource} record={data.record} refetch={refetch}>
      <RecordFrame resource={resource} record={data.record} tab={tab}>
        {history || <Facts resource={resource} loaded={data} />}
      </RecordFrame>
    </RecordContexts>
  );
}

function Facts({ resource, loaded: { record } }: { resource: Resource; loaded: Loaded }) {
  const { cards, times } = factGroups(resource);
  return (
    <>
      <div className={styles.cards}>
        {cards.map(({ title: heading, facts, within }) => (
          <section key={heading} className={styles.card}>
            <h2 className={styles.cardTitle}>{heading}</h2>
            <dl className={styles.facts}>
              {facts.map(({ field, label, schema }) => (
                <div key={field} className={styles.fact}>
                  <dt className={styles.label}>{label}</dt>
                  <dd className={styles.value}>
                    {within === undefined ? (
                      <FieldValue resource={resource} field={field} schema={schema} record={record} unit />
                    ) : (
                      <Value value={valueIn(record, within, field)} schema={schema} unit />
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      {times.length > 0 && (
        <p className={styles.quiet}>
          {times
            .filter(({ field }) => record[field])
            .map(({ field, label }) => m.admin_time_of({ label, time: formatDateTime(String(record[field])) }))
            .join(' · ')}
        </p>
      )}
    </>
  );
}

const valueIn = (record: Record<string, unknown>, within: string, field: string): unknown =>
  (record[within] as Record<string, unknown> | null | undefined)?.[field];
