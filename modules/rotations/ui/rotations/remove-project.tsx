// The dialog that removes one of its projects from a rotation.
import { SchemaDialog, type ActionProps } from '@mizan/admin-ui/module';
import { m } from '@mizan/ui-kit/messages';
import { useMemo } from 'react';
import { projectsOf } from './projects-of.ts';
import { useChange } from './use-change.ts';

export default function RemoveProject(props: ActionProps) {
  const { record, onClose } = props;
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
  const saving = useChange(props, { verb: 'remove', done: m.rotations_removed(), failed: m.rotations_remove_failed() });
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
