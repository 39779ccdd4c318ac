// The trash: the deleted records of a resource, the newest first, which are restored one by one or as many as are chosen.
// The resource and the page are in the URL alone.
import { m } from '@mizan/ui-kit/messages';
import { useSearchParams } from 'react-router';
import { useMay, useResources } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { NotHere } from '../frame/not-here.tsx';
import { Screen } from '../frame/screen.tsx';
import { PagedCard, PagedChoice, PagedTools } from '../list/paged-card.tsx';
import { usePage } from '../list/use-page.ts';
import { useAreaLabel } from '../module/registry.ts';
import { paths } from '../paths.ts';
import { DeletedList } from './deleted-list.tsx';
import { useDeleted } from './trash-data.ts';

export default function TrashScreen() {
  const may = useMay();
  const resources = useResources().filter((resource) => may(resource, 'deleted'));
  const [search] = useSearchParams();
  const chosen = resources.find(({ name }) => name === search.get('resource')) ?? resources[0];
  return chosen ? <Trash resource={chosen} resources={resources} /> : <NotHere />;
}

function Trash({ resource, resources }: { resource: Resource; resources: Resource[] }) {
  const list = usePage({ resource: resource.name }, paths.trash);
  const { query, go } = list;
  const answer = useDeleted(resource, query);
  const title = m.trash_title();
  const { nouns } = resource;
  return (
    <Screen
      title={title}
      text={m.trash_text()}
      crumbs={[{ label: useAreaLabel('backoffice'), to: paths.area('backoffice') }, { label: title }]}
    >
      <PagedCard
        label={m.trash_label({ nouns })}
        answer={answer}
        list={list}
        failed={m.trash_failed()}
        none={{ title: m.trash_empty({ nouns }), text: m.trash_empty_text() }}
        tools={
          <PagedTools>
            <PagedChoice
              label={m.trash_resource()}
              value={resource.name}
              options={resources.map(({ name, label }) => [name, label])}
              onChoose={(name) => go({ resource: name, page: 1 })}
            />
          </PagedTools>
        }
      >
        {(deleted) => <DeletedList key={resource.name} resource={resource} deleted={deleted} />}
      </PagedCard>
    </Screen>
  );
}
