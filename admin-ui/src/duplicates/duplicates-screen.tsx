// The records of a resource that may be the same one, in groups, to be merged: those that the server suggests, or those of
// the URL, which were selected in a list.
import { m } from '@mizan/ui-kit/messages';
import { Skeleton } from '@mizan/ui-kit/skeleton';
import { useGetMany, type RaRecord } from 'ra-core';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { isId } from '../data/filter-definition.ts';
import { useMay, useResource } from '../document/context.tsx';
import { titleOf, type Resource } from '../document/resources.ts';
import { NotHere } from '../frame/not-here.tsx';
import { NotLoaded } from '../frame/not-loaded.tsx';
import { Notice } from '../frame/notice.tsx';
import { Screen } from '../frame/screen.tsx';
import { backToList } from '../list/last-list.ts';
import { parseListSearch } from '../list/list-search.ts';
import { Pages } from '../list/pages.tsx';
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
        <MergeGroup
          key={ids.join()}
          resource={resource}
          group={{ records: found.map((one) => ({ _id: one.id, title: titleOf(resource, one) })), because: [] }}
          compared
        />
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
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { page, perPage } = parseListSearch(String(search), resource);
  const { data, error, isFetching, refetch } = useDuplicates(resource, page, perPage, true);
  const linkTo = (change: { page?: number; perPage?: number }) => {
    const next = { page, perPage, ...change };
    const query = new URLSearchParams({ page: String(next.page), limit: String(next.perPage) });
    return paths.duplicates(resource.area, resource.name, `?${query}`);
  };
  if (error && !data) return <NotLoaded title={m.merge_failed()} error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={240} aria-label={m.admin_loading()} />;
  if (data.total === 0) return <Notice title={m.merge_none()} text={m.merge_none_text({ nouns: resource.nouns })} />;
  return (
    <div className={styles.groups} aria-busy={isFetching}>
      {data.items.map((group) => (
        <MergeGroup key={group.records.map(({ _id }) => _id).join()} resource={resource} group={group} />
      ))}
      <Pages
        label={m.merge_title()}
        list={{
          query: { page, perPage },
          total: data.total,
          pages: data.totalPages,
          records: data.items,
          go: (change) => void navigate(linkTo(change)),
          linkTo,
        }}
      />
    </div>
  );
}
