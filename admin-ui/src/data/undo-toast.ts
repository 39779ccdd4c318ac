// Offers to undo what a request changed, in the toast that reports it. What undoes it is loaded when it is pressed.
import type { Operation } from '@mizan/openapi/document';
import { m } from '@mizan/ui-kit/messages';
import { useSession } from '@mizan/ui-kit/session';
import { toast, toastWithAction } from '@mizan/ui-kit/toaster';
import { permitted } from '../document/context.tsx';
import type { Resource } from '../document/resources.ts';
import { requestOf } from './data-provider.ts';
import { useRecordCache } from './record.ts';
import { UNDO_OFFERED } from './undo-offered.ts';

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

/** Reports a success; `answer` is what was returned by the request. */
export function useUndoToast(resource: Resource): (text: string, answer: object, offer: Offer) => void {
  const { me } = useSession();
  const cache = useRecordCache(resource);
  return (text, answer, { operation, by, undone, onUndone }) => {
    const request = requestOf(answer);
    if (!request || !operation?.undoable || !by.every((one) => permitted(me, one))) toast.success(text);
    else
      toastWithAction(text, {
        label: m.undo(),
        run: () =>
          void import('./undo.tsx').then(({ undo }) =>
            undo({ requestId: request, cache, message: undone, onDone: onUndone }),
          ),
        duration: UNDO_OFFERED,
      });
  };
}
