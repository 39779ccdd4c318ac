// The page with the form of a new record.
import { m } from '@mizan/ui-kit/messages';
import { useNavigate, useParams } from 'react-router';
import { useMay, useMayOrPropose, useResource } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { FormContexts } from '../form/form-contexts.tsx';
import { createSchema } from '../form/form-schema.ts';
import { RecordForm } from '../form/record-form.tsx';
import { useCreateForm } from '../form/use-create-form.ts';
import { NotHere } from '../frame/not-here.tsx';
import { Screen } from '../frame/screen.tsx';
import { useNavigateHere } from '../frame/use-navigate-here.ts';
import { backToList } from '../list/last-list.ts';
import { paths } from '../paths.ts';

export default function CreateScreen() {
  const resource = useResource();
  const mayOrPropose = useMayOrPropose();
  const { '*': rest } = useParams();
  if (rest || !mayOrPropose(resource, 'create') || !createSchema(resource)) return <NotHere />;
  return <CreateForm key={resource.name} resource={resource} />;
}

function CreateForm({ resource }: { resource: Resource }) {
  const navigate = useNavigate();
  const navigateHere = useNavigateHere();
  const may = useMay();
  const form = useCreateForm(resource, (created) => {
    const view = created && may(resource, 'view') && paths.view(resource.area, resource.name, created.id);
    return navigateHere(view || backToList(resource), { replace: true });
  });

  const title = m.admin_create({ singular: resource.singular });
  return (
    <Screen title={title} crumbs={[{ label: resource.label, to: backToList(resource) }, { label: title }]} narrow>
      <FormContexts submission={form.saving}>
        <RecordForm {...form} onCancel={() => void navigate(backToList(resource))} />
      </FormContexts>
    </Screen>
  );
}
