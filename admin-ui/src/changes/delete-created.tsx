// The button that takes a creation back: it deletes the record, after the same question as everywhere.
import { Button } from '@mizan/ui-kit/button';
import { m } from '@mizan/ui-kit/messages';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { idOf, type Resource } from '../document/resources.ts';
import DeleteDialog from '../verbs/delete-dialog.tsx';
import type { Change } from './changes-data.ts';

interface Props {
  change: Change;
  resource: Resource;
  /** The id of the message that says what was created. */
  describedBy: string;
}

export function DeleteCreated({ change, resource, describedBy }: Props) {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" aria-describedby={describedBy} onClick={() => setOpen(true)}>
        {m.admin_delete()}
      </Button>
      {open && (
        <DeleteDialog
          resource={resource}
          id={idOf(change.record)}
          record={change.after ?? {}}
          onClose={() => setOpen(false)}
          onDeleted={() => void client.invalidateQueries({ queryKey: ['changes'] })}
        />
      )}
    </>
  );
}
