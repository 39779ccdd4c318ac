// Offers to undo what requests changed, in the toast that reports it. What undoes it is loaded when it is pressed.
import type { Operation } from '@mizan/openapi/document';
import { m } from '@mizan/ui-kit/messages';
import { useSession } from '@mizan/ui-kit/session';
import { toast, toastWithAction } from '@mizan/ui-kit/toaster';
import { permitted } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { requestOf } from './data-provider.ts';
import { useRecordCache } from './record.ts';
import { UNDO_OFFERED, UNDO_TOAST } from './undo-offered.ts';

interface Offer {
  /** What was done; the document says whether it can be undone. */
  operation: Operation | undefined;
  /** What is done when it is undone, which the user needs the permissions for. */
  by: (Operation | undefined)[];
  /** The message when it is undone. */
  undone?: string;
  /** Called whenever it was undone or done again. */
  onUndone?: () => void;
}

/** Reports a success; the answers are what was returned by its requests, which one Undo undoes. */
export function useUndoToast(resource: Resource): (text: string, answers: object | object[], offer: Offer) => void {
  const { me } = useSession();
  const cache = useRecordCache(resource);
  return (text, answers, { operation, by, undone, onUndone }) => {
    const requests = [answers].flat().flatMap((answer) => requestOf(answer) ?? []);
    if (requests.length === 0 || !operation?.undoable || !by.every((one) => permitted(me, one))) toast.success(text);
    else
      toastWithAction(text, {
        id: UNDO_TOAST,
        label: m.undo(),
        run: () =>
          void import('./undo.tsx').then(({ undo }) => undo({ requests, cache, message: undone, onDone: onUndone })),
        duration: UNDO_OFFERED,
      });
  };
}
