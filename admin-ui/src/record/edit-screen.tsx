// The page with the form of an existing record.
import { buttonClass } from '@mizan/ui-kit/button';
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';
import { m } from '@mizan/ui-kit/messages';
import { Unbroken } from '@mizan/ui-kit/unbroken';
import { Suspense, useMemo, useState } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import type { Loaded } from '../data/data-provider.ts';
import { isStatus, errorMessage } from '../data/problems.ts';
import { useRecord } from '../data/record.ts';
import { useMay, useMayOrPropose, useResource } from '../document/context.tsx';
import { titleOf, type Resource } from '../document/resources.ts';
import { FormContexts } from '../form/form-contexts.tsx';
import { editSchema } from '../form/form-schema.ts';
import { RecordForm } from '../form/record-form.tsx';
import { useEdit } from '../form/use-edit.tsx';
import { Icon } from '../frame/icon.tsx';
import { NotHere } from '../frame/not-here.tsx';
import { ScreenSkeleton } from '../frame/screen-skeleton.tsx';
import { Screen } from '../frame/screen.tsx';
import { backToList } from '../list/last-list.ts';
import { useOpened } from '../list/opened.ts';
import { useResourceUi } from '../module/registry.ts';
import { useTexts } from '../module/texts.ts';
import { paths } from '../paths.ts';
import { asideFacts } from './fact-groups.ts';
import { FactCards } from './facts.tsx';
import { RecordMissing } from './record-missing.tsx';
import { useReturn } from './use-return.ts';

const Viewers = lazyScreen(() => import('../activity/viewers.tsx'));

export default function EditScreen() {
  const resource = useResource();
  const may = useMay();
  const mayOrPropose = useMayOrPropose();
  const { id = '', '*': rest } = useParams();
  if (rest) return <NotHere />;
  if (!mayOrPropose(resource, 'update') || !editSchema(resource)) {
    return may(resource, 'view') ? <Navigate to={paths.view(resource.area, resource.name, id)} replace /> : <NotHere />;
  }
  return <LoadedEdit key={`${resource.name} ${id}`} resource={resource} id={id} />;
}

/** Fetches the record when the screen opens: the form must edit the latest version. Later ones do not replace it. */
function LoadedEdit({ resource, id }: { resource: Resource; id: string }) {
  const { record, error, fetched } = useRecord(resource, id);
  const [opened, setOpened] = useState<Loaded>();
  const texts = useTexts(resource);
  const missing = fetched && isStatus(error, 404);
  const failed = !opened && fetched && error !== null && !missing && !isStatus(error, 401);
  useReturn(resource, failed ? errorMessage(error, texts.fetchFailed) : undefined);

  if (!opened && record && fetched && error === null) setOpened(record);
  if (opened) return <EditForm resource={resource} loaded={opened} />;
  if (missing) return <RecordMissing resource={resource} id={id} />;
  return <ScreenSkeleton narrow label={texts.loading} />;
}

function EditForm({ resource, loaded }: { resource: Resource; loaded: Loaded }) {
  const navigate = useNavigate();
  const may = useMay();
  const { form, record, version } = useEdit(resource, loaded);
  useOpened(resource, record);
  const { form: configured = {} } = useResourceUi(resource);
  const view = may(resource, 'view') ? paths.view(resource.area, resource.name, record.id) : undefined;
  const title = titleOf(resource, record);
  const asideCards = useMemo(() => asideFacts(resource, form.schema), [resource, form.schema]);
  return (
    <Screen
      narrow
      title={<bdi>{configured.title?.(record) ?? m.admin_edit_title({ singular: resource.singular })}</bdi>}
      about={
        <bdi>
          <Unbroken>{configured.about?.(record) ?? title}</Unbroken>
        </bdi>
      }
      text={configured.text}
      crumbs={[
        { label: resource.label, to: backToList(resource) },
        ...(view ? [{ label: title, to: view }] : []),
        { label: m.admin_edit() },
      ]}
      actions={
        configured.back && (
          <Link className={buttonClass({ look: 'secondary' })} to={backToList(resource)}>
            <Icon name="back" size={18} />
            {m.admin_back_to({ label: resource.label })}
          </Link>
        )
      }
    >
      {asideCards.length > 0 && <FactCards resource={resource} record={record} cards={asideCards} compact />}
      <FormContexts record={record} submission={form.saving}>
        <RecordForm key={version} {...form} onCancel={() => void navigate(view ?? backToList(resource))} />
      </FormContexts>
      <Suspense>
        <Viewers resource={resource.name} id={record.id} />
      </Suspense>
    </Screen>
  );
}
