// The change sets that the user may see, the newest first. Filters and page are in the URL alone.
import { formatDateTime } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { formatRelative } from '@mizan/ui-kit/relative-times';
import { useSession } from '@mizan/ui-kit/session';
import { Link, useSearchParams } from 'react-router';
import type { ChangeSet, SetState } from '../data/change-sets.ts';
import { maySeeSets, useResources } from '../document/context.tsx';
import { idOf, type Resource } from '../document/resources.ts';
import { StateBadge } from '../fields/state-badge.tsx';
import { NotHere } from '../frame/not-here.tsx';
import { ResourceIcon } from '../frame/resource-icon.tsx';
import { Screen } from '../frame/screen.tsx';
import { PagedCard, PagedChoice, PagedTools } from '../list/paged-card.tsx';
import { usePage } from '../list/use-page.ts';
import { useAreaLabel } from '../module/registry.ts';
import { paths } from '../paths.ts';
import { useSetsWhere } from './set-data.ts';
import { countsOf, STATES, titleOfSet } from './set-texts.ts';
import styles from './sets.module.css';

const STATE_NAMES = Object.keys(STATES) as SetState[];

export default function ChangeSetsScreen() {
  const { me } = useSession();
  const resources = useResources().filter((one) => maySeeSets(me, one));
  return resources.length > 0 ? <Sets resources={resources} /> : <NotHere />;
}

function Sets({ resources }: { resources: Resource[] }) {
  const [search] = useSearchParams();
  const list = usePage(
    {
      state: STATE_NAMES.find((one) => one === search.get('state')),
      resource: resources.find(({ name }) => name === search.get('resource'))?.name,
    },
    paths.changeSets,
  );
  const { query, go } = list;
  const answer = useSetsWhere(
    (['state', 'resource'] as const).flatMap((field) => {
      const value = query[field];
      return value === undefined ? [] : [{ field, operator: 'equals', value }];
    }),
    query,
  );
  const title = m.sets_title();
  const filtered = query.state !== undefined || query.resource !== undefined;
  return (
    <Screen
      title={title}
      text={m.sets_text()}
      crumbs={[{ label: useAreaLabel('backoffice'), to: paths.area('backoffice') }, { label: title }]}
    >
      <PagedCard
        label={title}
        answer={answer}
        list={list}
        failed={m.sets_failed()}
        none={{ title: m.sets_none(), text: filtered ? m.sets_none_filtered() : m.sets_none_text() }}
        tools={
          <PagedTools>
            <PagedChoice
              label={m.sets_state()}
              any={m.sets_any_state()}
              value={query.state}
              options={STATE_NAMES.map((state) => [state, STATES[state].label()])}
              onChoose={(state) => go({ state, page: 1 })}
            />
            <PagedChoice
              label={m.sets_resource()}
              any={m.sets_any_resource()}
              value={query.resource}
              options={resources.map(({ name, label }) => [name, label])}
              onChoose={(resource) => go({ resource, page: 1 })}
            />
          </PagedTools>
        }
      >
        {(sets) => (
          <ol className={styles.list} aria-label={title}>
            {sets.map((set) => {
              const resource = resources.find(({ name }) => name === set.resource);
              return resource && <Entry key={idOf(set)} set={set} resource={resource} />;
            })}
          </ol>
        )}
      </PagedCard>
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
