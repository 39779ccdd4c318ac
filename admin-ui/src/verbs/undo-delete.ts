// Undoes a deletion: restores the version before it.
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { errorMessage } from '../data/problems.ts';
import type { RecordCache } from '../data/record.ts';
import { toastFailure } from '../data/why.ts';
import type { Resource } from '../document/resources.ts';
import { latestVersion, restoreVersion } from '../history/history-data.ts';

/** How long Undo is offered, in milliseconds. */
export const UNDO_OFFERED = 8000;

export async function undoDelete(resource: Resource, id: string, cache: RecordCache): Promise<void> {
  const { noun, singular } = resource;
  const notice = toast.loading(m.undo_running({ noun }));
  try {
    const latest = await latestVersion(resource, id);
    if (latest && latest.action !== 'delete') {
      toast.success(m.undo_already({ noun }), { id: notice });
      return;
    }
    // A record that is older than the history has no version to restore.
    if (!latest || latest.version < 2) throw new Error(m.undo_failed({ noun }));
    cache.saved(await restoreVersion(resource, id, latest.version - 1, undefined));
    toast.success(m.undo_done({ singular }), { id: notice });
  } catch (error) {
    toastFailure(error, errorMessage(error, m.undo_failed({ noun })), { id: notice });
  }
}
