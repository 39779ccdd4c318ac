// A new record of any resource.
import { useIntent } from '@mizan/ui-kit/intent';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { useMemo, useRef } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Values } from '../data/changes.ts';
import { records } from '../data/data-provider.ts';
import { isAtFields, sentenceOf } from '../data/problems.ts';
import { useTell } from '../data/record.ts';
import { useMay, useResource } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { Crumbs } from '../frame/crumbs.tsx';
import { NotHere } from '../frame/not-here.tsx';
import screen from '../frame/screen.module.css';
import { backToList } from '../list/last-list.ts';
import { paths } from '../paths.ts';
import { defaultsOf } from './form-data.ts';
import { FormContexts } from './form-contexts.tsx';
import { createSchema } from './form-schema.ts';
import { RecordForm } from './record-form.tsx';

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
  const intent = useIntent();
  // The form may still be there for a moment after its record was made: a second click makes no second one.
  const made = useRef(false);
  const schema = useMemo(() => createSchema(resource), [resource]);
  const initial = useMemo(() => (schema ? defaultsOf(schema) : {}), [schema]);
  const context = useMemo(() => ({ names: {}, singular: resource.singular }), [resource]);
  if (!schema) return null;

  const save = async (values: Values) => {
    if (made.current) return undefined;
    try {
      const created = await intent.send(values, (key) => records.create(resource, values, key));
      made.current = true;
      tell.saved(created);
      toast.success(m.admin_created({ singular: resource.singular }));
      const back = may(resource, 'view')
        ? paths.view(resource.area, resource.name, created.record.id)
        : backToList(resource);
      await navigate(back, { replace: true });
      return undefined;
    } catch (error) {
      if (isAtFields(error)) return error.errors;
      toast.error(sentenceOf(error, m.admin_create_failed({ noun: resource.noun })));
      return undefined;
    }
  };

  const title = m.admin_create({ singular: resource.singular });
  return (
    <div className={`${screen.screen} ${screen.narrow}`}>
      <Crumbs of={[{ label: resource.label, to: backToList(resource) }, { label: title }]} />
      <header className={screen.heading}>
        <h1 className={screen.title}>{title}</h1>
      </header>
      <FormContexts save={save}>
        <RecordForm
          schema={schema}
          context={context}
          initial={initial}
          creating
          labels={{ save: title, saving: m.admin_creating() }}
          onCancel={() => void navigate(backToList(resource))}
          onSave={save}
        />
      </FormContexts>
    </div>
  );
}
