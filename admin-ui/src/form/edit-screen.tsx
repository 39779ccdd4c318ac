// A record of any resource, to be changed. What is saved is only what changed, and only over the version that was
// read: when somebody else was faster, both versions are shown and neither is lost.
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { mergePatch, type Values } from '../data/changes.ts';
import { records, type Loaded } from '../data/data-provider.ts';
import { isStatus, sentenceOf } from '../data/problems.ts';
import { useRecord, useTell } from '../data/record.ts';
import { useMay, useResource } from '../document/context.tsx';
import { titleOf, type Resource } from '../document/resources.ts';
import { Crumbs } from '../frame/crumbs.tsx';
import { NotHere } from '../frame/not-here.tsx';
import { ScreenSkeleton } from '../frame/screen-skeleton.tsx';
import screen from '../frame/screen.module.css';
import { backToList } from '../list/last-list.ts';
import { paths } from '../paths.ts';
import { RecordMissing } from '../record/record-missing.tsx';
import { ConflictBanner, type Conflict } from './conflict.tsx';
import { formDataOf, namesIn, prepared } from './form-data.ts';
import { FormContexts } from './form-contexts.tsx';
import { editSchema, withFixedFields } from './form-schema.ts';
import { RecordForm } from './record-form.tsx';
import { useSubmit } from './use-submit.ts';

export default function EditScreen() {
  const resource = useResource();
  const may = useMay();
  const { id = '', '*': rest } = useParams();
  if (rest) return <NotHere />;
  if (!may(resource, 'update') || !editSchema(resource)) {
    return may(resource, 'view') ? <Navigate to={paths.view(resource.area, resource.name, id)} replace /> : <NotHere />;
  }
  return <LoadedEdit key={`${resource.name} ${id}`} resource={resource} id={id} />;
}

/** The record as it is when the screen opens; a version kept from before is not edited. */
function LoadedEdit({ resource, id }: { resource: Resource; id: string }) {
  const { data, error, isFetchedAfterMount } = useRecord(resource, id);
  const navigate = useNavigate();
  const failed = isFetchedAfterMount && error !== null && !isStatus(error, 404);
  const told = useRef(false);

  useEffect(() => {
    if (!failed || told.current) return;
    told.current = true;
    toast.error(sentenceOf(error, m.admin_fetch_failed({ noun: resource.noun })));
    void navigate(backToList(resource), { replace: true });
  }, [failed, error, navigate, resource]);

  if (!isFetchedAfterMount || failed)
    return <ScreenSkeleton narrow label={m.admin_loading_record({ noun: resource.noun })} />;
  if (error) return <RecordMissing resource={resource} id={id} />;
  return <EditForm resource={resource} loaded={data as Loaded} />;
}

function EditForm({ resource, loaded }: { resource: Resource; loaded: Loaded }) {
  const navigate = useNavigate();
  const may = useMay();
  const tell = useTell(resource);
  const schema = useMemo(() => withFixedFields(resource, editSchema(resource) ?? {}), [resource]);
  // A new version of the base starts the form anew over it.
  const [base, setBase] = useState({ ...loaded, version: 0, typed: undefined as Values | undefined });
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const typed = useRef<Values | undefined>(undefined);
  const initial = useMemo(() => formDataOf(schema, base.record), [schema, base.record]);
  const context = useMemo(
    () => ({ names: { ...conflict?.names, ...namesIn(resource, base.record) }, singular: resource.singular, resource }),
    [base.record, conflict, resource],
  );
  const { id } = base.record;

  const rebase = (next: Loaded, over: Values | undefined) => {
    typed.current = over;
    setBase({ ...next, version: base.version + 1, typed: over });
  };

  const saving = useSubmit<Values, Loaded>({
    send: (values) => records.update(resource, id, mergePatch(prepared(schema, initial), values), base.etag),
    onDone(saved) {
      tell.saved(saved);
      setConflict(null);
      rebase(saved, undefined);
      toast.success(m.admin_updated({ singular: resource.singular }));
    },
    async onError(error, values) {
      if (!isStatus(error, 412)) return undefined;
      await meetTheirs(values);
      return null;
    },
    failed: m.admin_update_failed({ noun: resource.noun }),
    toasts: true,
  });

  const meetTheirs = async (mine: Values) => {
    try {
      const theirs = await records.view(resource, id);
      setConflict({ before: initial, mine, theirs, names: namesIn(resource, theirs.record), settled: false });
    } catch (error) {
      toast.error(
        isStatus(error, 404)
          ? m.admin_conflict_deleted()
          : sentenceOf(error, m.admin_fetch_failed({ noun: resource.noun })),
      );
    }
  };

  const view = may(resource, 'view') ? paths.view(resource.area, resource.name, id) : undefined;
  const title = titleOf(resource, base.record);
  return (
    <div className={`${screen.screen} ${screen.narrow}`}>
      <Crumbs
        of={[
          { label: resource.label, to: backToList(resource) },
          ...(view ? [{ label: title, to: view }] : []),
          { label: m.admin_edit() },
        ]}
      />
      <header className={screen.heading}>
        <h1 className={screen.title}>{m.admin_edit_title({ singular: resource.singular })}</h1>
        <p className={screen.subtitle}>
          <bdi>{title}</bdi>
        </p>
      </header>
      <FormContexts record={base.record} submission={saving}>
        <RecordForm
          key={base.version}
          schema={schema}
          context={context}
          initial={initial}
          {...(base.typed ? { typed: base.typed } : {})}
          labels={{ save: m.admin_save(), saving: m.admin_saving() }}
          unsettled={conflict !== null}
          above={
            conflict && (
              <ConflictBanner
                schema={schema}
                conflict={conflict}
                onTheirs={() => {
                  rebase(conflict.theirs, undefined);
                  setConflict({ ...conflict, settled: true });
                }}
                onMine={(values) => {
                  rebase(conflict.theirs, values);
                  setConflict(null);
                }}
                onPutBack={(field) =>
                  rebase(conflict.theirs, {
                    ...(typed.current ?? formDataOf(schema, conflict.theirs.record)),
                    [field]: conflict.mine[field],
                  })
                }
                onDone={() => setConflict(null)}
              />
            )
          }
          onType={(values) => {
            typed.current = values;
          }}
          onCancel={() => void navigate(view ?? backToList(resource))}
          saving={saving}
        />
      </FormContexts>
    </div>
  );
}
