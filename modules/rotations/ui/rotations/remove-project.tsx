// Takes a project out of a rotation: one of those that are in it.
import {
  type ActionProps,
  perform,
  type Performed,
  SchemaDialog,
  useSubmit,
  useTell,
  type Values,
} from '@mizan/admin-ui/module';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { useMemo } from 'react';
import { projectsOf } from './projects-of.ts';

export default function RemoveProject({ resource, record, onClose }: ActionProps) {
  const tell = useTell(resource);
  const schema = useMemo(() => {
    const projects = projectsOf(record);
    return {
      type: 'object',
      properties: {
        projectId: {
          title: m.rotations_project(),
          type: 'string',
          enum: projects.map(({ _id }) => _id),
          'x-labels': Object.fromEntries(projects.map(({ _id, name }) => [_id, name])),
          'x-messages': { required: m.rotations_no_project() },
        },
      },
      required: ['projectId'],
    };
  }, [record]);
  const saving = useSubmit<Values, Performed>({
    send: (values, key) => perform(resource, record.id, 'remove', { body: values, key }),
    onDone({ loaded }) {
      toast.success(m.rotations_removed());
      onClose();
      if (loaded) tell.saved(loaded);
    },
    failed: m.rotations_remove_failed(),
    toasts: true,
  });
  return (
    <SchemaDialog
      title={m.rotations_remove()}
      text={m.rotations_remove_text({ name: String(record['name']) })}
      schema={schema}
      creating
      labels={{ save: m.rotations_remove(), saving: m.rotations_removing() }}
      saving={saving}
      onClose={onClose}
    />
  );
}
