// The button that restores what a record was before a change. The versions are looked up when it is pressed.
import { Button } from '@mizan/ui-kit/button';
import { m } from '@mizan/ui-kit/messages';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../data/problems.ts';
import { toastFailure } from '../data/why.ts';
import { idOf, type Resource } from '../document/resources.ts';
import { versionBefore } from '../history/history-data.ts';
import { RestoreDialog } from '../history/restore-dialog.tsx';
import type { Version } from '../history/version.ts';
import type { Change } from './changes-data.ts';

interface Props {
  change: Change;
  resource: Resource;
  /** The id of the message that says what was changed. */
  describedBy: string;
}

export function RestoreBefore({ change, resource, describedBy }: Props) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [before, setBefore] = useState<Pick<Version, 'version' | 'after'> | null>(null);
  const id = idOf(change.record);
  const find = async () => {
    if (busy) return;
    setBusy(true);
    try {
      setBefore(await versionBefore(resource, id, change.at));
    } catch (error) {
      toastFailure(error, errorMessage(error, m.history_failed()));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button look="quiet" aria-disabled={busy} aria-describedby={describedBy} onClick={() => void find()}>
        {m.changes_restore_before()}
      </Button>
      {before && (
        <RestoreDialog
          resource={resource}
          id={id}
          version={before}
          onClose={() => {
            setBefore(null);
            void client.invalidateQueries({ queryKey: ['changes'] });
          }}
        />
      )}
    </>
  );
}
