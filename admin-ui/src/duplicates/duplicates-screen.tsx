// The records of a resource that may be the same one, in groups, to be merged: those that the server suggests, or those of
// the URL, which were selected in a list.
import { m } from '@mizan/ui-kit/messages';
import { Skeleton } from '@mizan/ui-kit/skeleton';
import { useGetMany, type RaRecord } from 'ra-core';
import { Link, useSearchParams } from 'react-router';
import { isId } from '../data/filter-definition.ts';
import { useMay, useResource } from '../document/context.tsx';
import { titleOf, type Resource } from '../document/resources.ts';
import { NotHere } from '../frame/not-here.tsx';
import { NotLoaded } from '../frame/not-loaded.tsx';
import { Notice } from '../frame/notice.tsx';
import { Screen } from '../frame/screen.tsx';
import { backToList } from '../list/last-list.ts';
import { PagedCard } from '../list/paged-card.tsx';
import { usePage } from '../list/use-page.ts';
import { paths } from '../paths.ts';
import { useDuplicates } from './duplicates-data.ts';
import styles from './duplicates.module.css';
import { MergeGroup } from './merge-group.tsx';

export default function DuplicatesScreen() {
  const resource = useResource();
  const may = useMay();
  const [search] = useSearchParams();
  if (!may(resource, 'duplicates')) return <NotHere />;
  const ids = [...new Set(search.get('ids')?.split(',').filter(isId))];
  return (
    <Screen
      title={m.merge_title_of({ nouns: resource.nouns })}
      text={m.merge_text()}
      crumbs={[{ label: resource.label, to: backToList(resource) }, { label: m.merge_title() }]}
    >
      {search.has('ids') ? <Selected resource={resource} ids={ids} /> : <Suggested resource={resource} />}
    </Screen>
  );
}

function Selected({ resource, ids }: { resource: Resource; ids: string[] }) {
  const { data, error, refetch } = useGetMany<RaRecord<string>>(resource.name, { ids });
  const found = data?.filter(Boolean);
  return (
    <>
      {error ? (
        <NotLoaded title={m.merge_records_failed()} error={error} onRetry={refetch} />
      ) : ids.length < 2 || (found && found.length < 2) ? (
        <Notice title={m.merge_few()} />
      ) : found ? (
        <div className={styles.selected}>
          <MergeGroup
            key={ids.join()}
            resource={resource}
            group={{ records: found.map((one) => ({ _id: one.id, title: titleOf(resource, one) })), because: [] }}
            compared
          />
        </div>
      ) : (
        <Skeleton height={240} aria-label={m.admin_loading()} />
      )}
      <p className={styles.back}>
        <Link to={paths.duplicates(resource.area, resource.name)}>{m.merge_all()}</Link>
      </p>
    </>
  );
}

function Suggested({ resource }: { resource: Resource }) {
  const { area, name, nouns } = resource;
  const list = usePage({}, (query) => paths.duplicates(area, name, query));
  const answer = useDuplicates(resource, list.query);
  return (
    <PagedCard
      label={m.merge_title()}
      answer={answer}
      list={list}
      failed={m.merge_failed()}
      none={{ title: m.merge_none(), text: m.merge_none_text({ nouns }) }}
    >
      {(groups) =>
        groups.map((group) => (
          <MergeGroup key={group.records.map(({ _id }) => _id).join()} resource={resource} group={group} />
        ))
      }
    </PagedCard>
  );
}
