// Changes a rotation's projects by a verb of the document.
import {
  perform,
  type Performed,
  useSubmit,
  useRecordCache,
  type ActionProps,
  type Values,
} from '@mizan/admin-ui/module';
import { toast } from '@mizan/ui-kit/toaster';

interface Change {
  verb: 'add' | 'remove';
  done: string;
  /** The message when the server gives none. */
  failed: string;
}

export function useChange({ resource, record, onClose }: ActionProps, { verb, done, failed }: Change) {
  const cache = useRecordCache(resource);
  return useSubmit<Values, Performed>({
    send: (values, key) => perform(resource, record.id, verb, { body: values, key }),
    onDone({ record: changed }) {
      toast.success(done);
      onClose();
      if (changed) cache.saved(changed);
    },
    failed,
    toasts: true,
  });
}
