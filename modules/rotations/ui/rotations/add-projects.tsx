// Takes projects into a rotation, as many as it has room for.
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
import { MOST, projectsOf } from './projects-of.ts';

export default function AddProjects({ resource, record, onClose }: ActionProps) {
  const tell = useTell(resource);
  const { length: count } = projectsOf(record);
  const schema = useMemo(
    () => ({
      type: 'object',
      properties: {
        projectIds: {
          title: m.rotations_projects(),
          type: 'array',
          items: { type: 'string' },
          minItems: 1,
          maxItems: MOST - count,
          uniqueItems: true,
          'x-reference': { resource: 'projects' },
          'x-messages': {
            required: m.rotations_none(),
            minItems: m.rotations_none(),
            maxItems: m.rotations_too_many(),
          },
        },
      },
      required: ['projectIds'],
    }),
    [count],
  );
  const saving = useSubmit<Values, Performed>({
    send: (values, key) => perform(resource, record.id, 'add', { body: values, key }),
    onDone({ loaded }) {
      toast.success(m.rotations_added());
      onClose();
      if (loaded) tell.saved(loaded);
    },
    failed: m.rotations_add_failed(),
    toasts: true,
  });
  return (
    <SchemaDialog
      title={m.rotations_add()}
      text={m.rotations_add_text({ name: String(record['name']), count })}
      schema={schema}
      creating
      labels={{ save: m.rotations_add(), saving: m.rotations_adding() }}
      saving={saving}
      onClose={onClose}
    />
  );
}
