// The dialog that adds projects to a rotation, up to its maximum.
import { SchemaDialog, type ActionProps } from '@mizan/admin-ui/module';
import { m } from '@mizan/ui-kit/messages';
import { useMemo } from 'react';
import { MOST, projectsOf } from './projects-of.ts';
import { useChange } from './use-change.ts';

export default function AddProjects(props: ActionProps) {
  const { resource, record, onClose } = props;
  const context = useMemo(() => ({ names: {}, singular: resource.singular, resource }), [resource]);
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
  const saving = useChange(props, { verb: 'add', done: m.rotations_added(), failed: m.rotations_add_failed() });
  return (
    <SchemaDialog
      title={m.rotations_add()}
      text={m.rotations_add_text({ name: String(record['name']), count })}
      schema={schema}
      context={context}
      creating
      labels={{ save: m.rotations_add(), saving: m.rotations_adding() }}
      saving={saving}
      onClose={onClose}
    />
  );
}
