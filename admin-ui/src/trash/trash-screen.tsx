// The trash: the deleted records of a resource, the newest first, which are restored one by one or as many as are chosen.
// The resource and the page are in the URL alone.
import controls from '@mizan/ui-kit/control.module.css';
import { m } from '@mizan/ui-kit/messages';
import { Skeleton } from '@mizan/ui-kit/skeleton';
import { useId } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useMay, useResources } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { NotHere } from '../frame/not-here.tsx';
import { NotLoaded } from '../frame/not-loaded.tsx';
import { Notice } from '../frame/notice.tsx';
import { Screen } from '../frame/screen.tsx';
import { parseListSearch } from '../list/list-search.ts';
import { Pages } from '../list/pages.tsx';
import { useAreaLabel } from '../module/registry.ts';
import { paths } from '../paths.ts';
import { DeletedList } from './deleted-list.tsx';
import { useDeleted } from './trash-data.ts';
import styles from './trash.module.css';

export default function TrashScreen() {
  const may = useMay();
  const resources = useResources().filter((resource) => may(resource, 'deleted'));
  const [search] = useSearchParams();
  const chosen = resources.find(({ name }) => name === search.get('resource')) ?? resources[0];
  return chosen ? <Trash resource={chosen} resources={resources} /> : <NotHere />;
}

function Trash({ resource, resources }: { resource: Resource; resources: Resource[] }) {
  const id = useId();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { page, perPage } = parseListSearch(String(search), resource);
  const { data, error, isFetching, refetch } = useDeleted(resource, page, perPage);
  const title = m.trash_title();
  const linkTo = (change: { page?: number; perPage?: number; resource?: string }) => {
    const next = { page, perPage, resource: resource.name, ...change };
    const query = { resource: next.resource, page: String(next.page), limit: String(next.perPage) };
    return paths.trash(`?${new URLSearchParams(query)}`);
  };
  const go = (change: Parameters<typeof linkTo>[0]) => void navigate(linkTo(change));
  const { nouns } = resource;
  return (
    <Screen
      title={title}
      text={m.trash_text()}
      crumbs={[{ label: useAreaLabel('backoffice'), to: paths.area('backoffice') }, { label: title }]}
    >
      <div className={styles.card} aria-busy={isFetching}>
        <div className={styles.toolbar}>
          <label className={styles.choice} htmlFor={id}>
            {m.trash_resource()}
          </label>
          <select
            id={id}
            className={`${controls.control} ${styles.resources}`}
            value={resource.name}
            onChange={({ target }) => go({ resource: target.value, page: 1 })}
          >
            {resources.map(({ name, label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </div>
        {error && !data ? (
          <NotLoaded title={m.trash_failed()} error={error} onRetry={refetch} />
        ) : !data ? (
          <div role="status" aria-label={m.admin_loading()} className={styles.bones}>
            {[48, 56, 40].map((width) => (
              <Skeleton key={width} width={`${width}%`} height={28} />
            ))}
          </div>
        ) : data.total === 0 ? (
          <Notice title={m.trash_empty({ nouns })} text={m.trash_empty_text()} />
        ) : (
          <DeletedList key={resource.name} resource={resource} deleted={data.items} />
        )}
        {data && data.total > 0 && (
          <Pages
            label={m.trash_label({ nouns })}
            list={{
              query: { page, perPage },
              total: data.total,
              pages: data.totalPages,
              records: data.items,
              go,
              linkTo,
            }}
          />
        )}
      </div>
    </Screen>
  );
}
