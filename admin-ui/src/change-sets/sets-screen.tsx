// The change sets that the user may see, the newest first. Filters and page are in the URL alone.
import controls from '@mizan/ui-kit/control.module.css';
import { formatDateTime } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { formatRelative } from '@mizan/ui-kit/relative-times';
import { useSession } from '@mizan/ui-kit/session';
import { Skeleton } from '@mizan/ui-kit/skeleton';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { ChangeSet, SetState } from '../data/change-sets.ts';
import { maySeeSets, useResources } from '../document/context.tsx';
import { idOf, type Resource } from '../document/resources.ts';
import { StateBadge } from '../fields/state-badge.tsx';
import { NotHere } from '../frame/not-here.tsx';
import { NotLoaded } from '../frame/not-loaded.tsx';
import { Notice } from '../frame/notice.tsx';
import { ResourceIcon } from '../frame/resource-icon.tsx';
import { Screen } from '../frame/screen.tsx';
import { Pages } from '../list/pages.tsx';
import { useAreaLabel } from '../module/registry.ts';
import { paths } from '../paths.ts';
import { pageIn } from './page-in.ts';
import { useSets, type SetsQuery } from './set-data.ts';
import { countsOf, STATES, titleOfSet } from './set-texts.ts';
import styles from './sets.module.css';

const STATE_NAMES = Object.keys(STATES) as SetState[];

export default function ChangeSetsScreen() {
  const { me } = useSession();
  const resources = useResources().filter((one) => maySeeSets(me, one));
  return resources.length > 0 ? <Sets resources={resources} /> : <NotHere />;
}

function Sets({ resources }: { resources: Resource[] }) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const query: SetsQuery = {
    ...pageIn(search),
    state: STATE_NAMES.find((one) => one === search.get('state')),
    resource: resources.find(({ name }) => name === search.get('resource'))?.name,
  };
  const { data, error, isFetching, refetch } = useSets(query);
  const linkTo = (change: Partial<SetsQuery>) => {
    const { page, perPage, state, resource } = { ...query, ...change };
    const next = new URLSearchParams({ page: String(page), limit: String(perPage) });
    if (state) next.set('state', state);
    if (resource) next.set('resource', resource);
    return paths.changeSets(`?${next}`);
  };
  const go = (change: Partial<SetsQuery>) => void navigate(linkTo(change));
  const title = m.sets_title();
  const filtered = query.state !== undefined || query.resource !== undefined;
  return (
    <Screen
      title={title}
      text={m.sets_text()}
      crumbs={[{ label: useAreaLabel('backoffice'), to: paths.area('backoffice') }, { label: title }]}
    >
      <div className={styles.card} aria-busy={isFetching}>
        <div className={styles.toolbar}>
          <select
            className={`${controls.control} ${styles.choice}`}
            aria-label={m.sets_state()}
            value={query.state ?? ''}
            onChange={({ target }) => go({ state: (target.value || undefined) as SetState | undefined, page: 1 })}
          >
            <option value="">{m.sets_any_state()}</option>
            {STATE_NAMES.map((state) => (
              <option key={state} value={state}>
                {STATES[state].label()}
              </option>
            ))}
          </select>
          <select
            className={`${controls.control} ${styles.choice}`}
            aria-label={m.sets_resource()}
            value={query.resource ?? ''}
            onChange={({ target }) => go({ resource: target.value || undefined, page: 1 })}
          >
            <option value="">{m.sets_any_resource()}</option>
            {resources.map(({ name, label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </div>
        {error && !data ? (
          <NotLoaded title={m.sets_failed()} error={error} onRetry={refetch} />
        ) : !data ? (
          <div role="status" aria-label={m.admin_loading()} className={styles.bones}>
            {[64, 48, 56].map((width) => (
              <Skeleton key={width} width={`${width}%`} height={28} />
            ))}
          </div>
        ) : data.total === 0 ? (
          <Notice title={m.sets_none()} text={filtered ? m.sets_none_filtered() : m.sets_none_text()} />
        ) : (
          <ol className={styles.list} aria-label={title}>
            {data.items.map((set) => {
              const resource = resources.find(({ name }) => name === set.resource);
              return resource && <Entry key={idOf(set)} set={set} resource={resource} />;
            })}
          </ol>
        )}
        {data && data.total > 0 && (
          <Pages
            label={title}
            list={{ query, total: data.total, pages: data.totalPages, records: data.items, go, linkTo }}
          />
        )}
      </div>
    </Screen>
  );
}

function Entry({ set, resource }: { set: ChangeSet; resource: Resource }) {
  const { label, tone } = STATES[set.state];
  return (
    <li className={styles.entry}>
      <ResourceIcon resource={resource} size={18} />
      <div className={styles.what}>
        <p className={styles.heading}>
          <Link className={styles.title} to={paths.changeSet(idOf(set))}>
            {titleOfSet(set, resource)}
          </Link>
          <StateBadge tone={tone}>{label()}</StateBadge>
        </p>
        <p className={styles.quiet}>{countsOf(set)}</p>
      </div>
      <p className={styles.when}>
        <bdi>{set.by?.name || m.history_somebody()}</bdi>
        <time dateTime={set.at} title={formatDateTime(set.at)}>
          {formatRelative(set.at)}
        </time>
      </p>
    </li>
  );
}
