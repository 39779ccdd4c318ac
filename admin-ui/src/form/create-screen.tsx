// A new record of any resource.
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { useMemo, useRef } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import type { Values } from '../data/changes.ts';
import { records, type Loaded } from '../data/data-provider.ts';
import { useTell } from '../data/record.ts';
import { useMay, useResource } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { Crumbs } from '../frame/crumbs.tsx';
import { NotHere } from '../frame/not-here.tsx';
import screen from '../frame/screen.module.css';
import { backToList } from '../list/last-list.ts';
import { paths } from '../paths.ts';
import { defaultsOf, referencesIn } from './form-data.ts';
import { FormContexts } from './form-contexts.tsx';
import { createSchema } from './form-schema.ts';
import { RecordForm } from './record-form.tsx';
import { useSubmit } from './use-submit.ts';

export default function CreateScreen() {
  const resource = useResource();
  const may = useMay();
  const { '*': rest } = useParams();
  if (rest || !may(resource, 'create') || !createSchema(resource)) return <NotHere />;
  return <CreateForm key={resource.name} resource={resource} />;
}

function CreateForm({ resource }: { resource: Resource }) {
  const navigate = useNavigate();
  const may = useMay();
  const tell = useTell(resource);
  // The form may still be there for a moment after its record was made: a second click makes no second one.
  const made = useRef(false);
  const schema = useMemo(() => createSchema(resource), [resource]);
  const { search } = useLocation();
  const initial = useMemo(
    () => (schema ? { ...defaultsOf(schema), ...referencesIn(schema, new URLSearchParams(search)) } : {}),
    [schema, search],
  );
  const context = useMemo(() => ({ names: {}, singular: resource.singular, resource }), [resource]);
  const saving = useSubmit<Values, Loaded>({
    send: (values, key) => records.create(resource, values, key),
    async onDone(created) {
      made.current = true;
      tell.saved(created);
      toast.success(m.admin_created({ singular: resource.singular }));
      const back = may(resource, 'view')
        ? paths.view(resource.area, resource.name, created.record.id)
        : backToList(resource);
      await navigate(back, { replace: true });
    },
    failed: m.admin_create_failed({ noun: resource.noun }),
    toasts: true,
  });
  if (!schema) return null;

  const submission = {
    ...saving,
    submit: async (values: Values) => (made.current ? undefined : saving.submit(values)),
  };
  const title = m.admin_create({ singular: resource.singular });
  return (
    <div className={`${screen.screen} ${screen.narrow}`}>
      <Crumbs of={[{ label: resource.label, to: backToList(resource) }, { label: title }]} />
      <header className={screen.heading}>
        <h1 className={screen.title}>{title}</h1>
      </header>
      <FormContexts submission={submission}>
        <RecordForm
          schema={schema}
          context={context}
          initial={initial}
          creating
          labels={{ save: title, saving: m.admin_creating() }}
          onCancel={() => void navigate(backToList(resource))}
          saving={submission}
        />
      </FormContexts>
    </div>
  );
}
