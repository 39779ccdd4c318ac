// The dialog that plans the next free week with the projects of a rotation, to be changed before it is created.
import { paths, SchemaDialog, useNavigateHere, useSubmit, type ActionProps, type Values } from '@mizan/admin-ui/module';
import { formatDate } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { useMemo } from 'react';
import { useCreate, type RaRecord } from 'ra-core';
import { projectsOf } from './projects-of.ts';
import { useWeeks } from './use-weeks.ts';

export default function PlanNextWeek(props: ActionProps) {
  const { nextFree, loaded } = useWeeks();
  // The form starts with the week, which must be known.
  return loaded ? <Plan {...props} week={nextFree} /> : null;
}

function Plan({ resource, record, week, onClose }: ActionProps & { week: string | undefined }) {
  const [create] = useCreate(resource.name, {}, { returnPromise: true });
  const navigate = useNavigateHere();
  const projects = projectsOf(record);
  const initial = useMemo(
    () => ({
      ...(week && { name: m.rotations_week_name({ date: formatDate(week) }), weekStart: week }),
      projectIds: projects.map(({ _id }) => _id),
    }),
    // The dialog keeps what it was opened with.
    // oxlint-disable-next-line react/exhaustive-deps
    [],
  );
  const context = useMemo(
    () => ({
      names: Object.fromEntries(projects.map(({ _id, name }) => [_id, name])),
      singular: resource.singular,
      resource,
    }),
    // oxlint-disable-next-line react/exhaustive-deps
    [],
  );
  const saving = useSubmit<Values, RaRecord<string>>({
    send: (data, idempotencyKey) => create(undefined, { data, meta: { idempotencyKey } }) as Promise<RaRecord<string>>,
    onDone(created) {
      toast.success(m.rotations_planned({ name: String(created['name']) }));
      onClose();
      void navigate(paths.view('backoffice', resource.name, created.id));
    },
    failed: m.rotations_create_failed(),
    toasts: true,
  });
  return (
    <SchemaDialog
      title={m.rotations_plan()}
      text={m.rotations_plan_text({ name: String(record['name']) })}
      schema={resource.input ?? {}}
      context={context}
      initial={initial}
      creating
      labels={{ save: m.rotations_plan_save(), saving: m.rotations_plan_saving() }}
      saving={saving}
      onClose={onClose}
    />
  );
}
