// What was sent to a webhook, the newest first: to be found by its state, with the reason why it failed and the button that
// sends it again.
import { Button } from '@mizan/ui-kit/button';
import { formatDateTime, formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { formatRelative } from '@mizan/ui-kit/relative-times';
import { Segments } from '@mizan/ui-kit/segments';
import { useSession } from '@mizan/ui-kit/session';
import { toast } from '@mizan/ui-kit/toaster';
import { useId, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { errorMessage } from '../data/problems.ts';
import { toastFailure } from '../data/why.ts';
import { attachedTo } from '../document/attached.ts';
import { permitted, useMay, useResourceNamed, useViewed } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { StateBadge } from '../fields/state-badge.tsx';
import { NotLoaded } from '../frame/not-loaded.tsx';
import { Notice } from '../frame/notice.tsx';
import { useReplaceSearch } from '../frame/use-replace-search.ts';
import { HistorySkeleton } from '../history/history-list.tsx';
import { paths } from '../paths.ts';
import { STATES, useDeliveries, useReplay, type Delivery, type DeliveryState } from './deliveries-data.ts';
import styles from './deliveries.module.css';

const LABELS: Record<DeliveryState, () => string> = {
  pending: m.deliveries_pending,
  delivered: m.deliveries_delivered,
  failed: m.deliveries_failed,
};
const TONES = { pending: 'open', delivered: 'done', failed: 'danger' } as const;
const ALL = 'all';

export default function Deliveries({ resource, id }: { resource: Resource; id: string }) {
  const { me } = useSession();
  const viewed = useViewed() !== undefined;
  const [search] = useSearchParams();
  const replaceSearch = useReplaceSearch();
  const state = STATES.find((one) => one === search.get('state'));
  const { deliveries, isPending, isError, error, refetch, ...query } = useDeliveries(resource, id, state);
  const replay = useReplay(resource, id);
  const replays = !viewed && permitted(me, attachedTo(resource).replay);
  const choices = [
    { value: ALL, label: m.deliveries_all() },
    ...STATES.map((value) => ({ value, label: LABELS[value]() })),
  ];
  return (
    <div className={styles.deliveries}>
      <Segments
        legend={m.deliveries_state()}
        choices={choices}
        chosen={state ?? ALL}
        choose={(next) => replaceSearch(next === ALL ? '' : `?${new URLSearchParams({ state: next })}`)}
      />
      {isPending && <HistorySkeleton />}
      {isError && deliveries.length === 0 && (
        <NotLoaded title={m.deliveries_not_loaded()} error={error} onRetry={refetch} />
      )}
      {!isPending && !isError && deliveries.length === 0 && (
        <Notice
          title={state ? m.deliveries_none_such() : m.deliveries_none()}
          {...(!state && { text: m.deliveries_none_text() })}
        />
      )}
      {deliveries.length > 0 && (
        <section className={styles.card}>
          <ol className={styles.list} aria-label={m.deliveries_list()}>
            {deliveries.map((one) => (
              <Entry key={one.id} delivery={one} onReplay={replays ? () => replay(one.id) : undefined} />
            ))}
          </ol>
          {query.hasNextPage && (
            <div className={styles.foot}>
              <Button look="secondary" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {query.isFetchingNextPage ? m.history_older_loading() : m.history_older()}
              </Button>
            </div>
          )}
        </section>
      )}
    </div>
  );
}

interface EntryProps {
  delivery: Delivery;
  /** Undefined for users who may not send it again. */
  onReplay: (() => Promise<void>) | undefined;
}

function Entry({ delivery, onReplay }: EntryProps) {
  const about = useId();
  const [busy, setBusy] = useState(false);
  const { event, state, attempts, createdAt, lastAt, lastStatus, lastError, nextAt } = delivery;
  const again = async () => {
    setBusy(true);
    try {
      await onReplay?.();
      toast.success(m.deliveries_replayed());
    } catch (error) {
      toastFailure(error, errorMessage(error, m.deliveries_replay_failed()));
    } finally {
      setBusy(false);
    }
  };
  return (
    <li className={styles.entry}>
      <div className={styles.what}>
        <p id={about} className={styles.event}>
          <code>{event}</code>
          <RecordOf delivery={delivery} />
        </p>
        <p className={styles.about}>
          <time dateTime={createdAt} title={formatDateTime(createdAt)}>
            {formatRelative(createdAt)}
          </time>
          <span>
            {attempts === 0
              ? m.deliveries_not_sent()
              : m.deliveries_attempts({ count: attempts, shown: formatNumber(attempts) })}
          </span>
          {lastAt !== null && attempts > 1 && (
            <span title={formatDateTime(lastAt)}>{m.deliveries_last({ when: formatRelative(lastAt) })}</span>
          )}
          {nextAt !== null && state === 'pending' && attempts > 0 && (
            <span title={formatDateTime(nextAt)}>{m.deliveries_next({ when: formatRelative(nextAt) })}</span>
          )}
        </p>
        {(lastError !== null || (lastStatus !== null && state !== 'delivered')) && (
          <p className={styles.wrong}>
            {lastStatus !== null && <span>{m.deliveries_status({ status: `${lastStatus}` })}</span>}
            {lastError !== null && <bdi>{lastError}</bdi>}
          </p>
        )}
      </div>
      <StateBadge tone={TONES[state]}>{LABELS[state]()}</StateBadge>
      {onReplay && (
        <Button look="secondary" busy={busy} aria-describedby={about} onClick={() => void again()}>
          {m.deliveries_replay()}
        </Button>
      )}
    </li>
  );
}

/** The record that a message is about. */
function RecordOf({ delivery: { resource: name, recordId, title } }: { delivery: Delivery }) {
  const may = useMay();
  const resource = useResourceNamed(name);
  if (title === null) return null;
  if (!resource || !may(resource, 'view')) return <bdi>{title}</bdi>;
  return (
    <Link to={paths.view(resource.area, name, recordId)}>
      <bdi>{title || recordId}</bdi>
    </Link>
  );
}
