// The form of a record, in a dialog over the list.
import { Skeleton } from '@mizan/ui-kit/skeleton';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { useEffect, useRef, useState } from 'react';
import type { Loaded } from '../data/data-provider.ts';
import { isStatus, errorMessage } from '../data/problems.ts';
import { useRecord } from '../data/record.ts';
import type { Resource } from '../document/resources.ts';
import { useTexts } from '../module/texts.ts';
import type { DialogTexts } from '../module/types.ts';
import { FormContexts } from './form-contexts.tsx';
import { FormDialog } from './form-dialog.tsx';
import SchemaDialog from './schema-dialog.tsx';
import { useEdit } from './use-edit.tsx';
import { useLeaving } from './use-leaving.ts';

interface Props {
  resource: Resource;
  id: string;
  dialogTexts: DialogTexts;
  onClose: () => void;
}

/** Fetches the record when it opens. It closes with a message when that fails. */
export default function EditDialog({ resource, id, dialogTexts, onClose }: Props) {
  const { record, error, fetched } = useRecord(resource, id);
  const [opened, setOpened] = useState<Loaded>();
  const texts = useTexts(resource);
  const failed = !opened && fetched && !isStatus(error, 401) ? error : null;
  const reported = useRef(false);

  useEffect(() => {
    if (!failed) return;
    const missing = m.admin_record_missing({ singular: resource.singular });
    if (!reported.current) toast.error(isStatus(failed, 404) ? missing : errorMessage(failed, texts.fetchFailed));
    reported.current = true;
    // Repeated, because the list behind it may have changed its URL in the meantime.
    onClose();
  }, [failed, onClose, resource, texts.fetchFailed]);

  // A later version does not replace the one that is edited.
  if (!opened && record && fetched && error === null) setOpened(record);
  if (opened) return <LoadedDialog resource={resource} loaded={opened} dialogTexts={dialogTexts} onClose={onClose} />;
  return (
    <FormDialog title={dialogTexts.title} description={dialogTexts.text} size="medium" onClose={onClose}>
      <p role="status">{texts.loading}</p>
      <Skeleton height={320} />
    </FormDialog>
  );
}

function LoadedDialog({ resource, loaded, dialogTexts, onClose }: Omit<Props, 'id'> & { loaded: Loaded }) {
  const { leaving, leave } = useLeaving(onClose);
  const { form, record, version, proposes } = useEdit(resource, loaded, leave);
  const { labels, ...rest } = form;
  return (
    <FormContexts record={record} submission={form.saving}>
      <SchemaDialog
        key={version}
        {...rest}
        title={dialogTexts.title}
        text={dialogTexts.text}
        labels={
          proposes ? labels : { save: dialogTexts.submit ?? labels.save, saving: dialogTexts.busy ?? labels.saving }
        }
        leaving={leaving}
        closeImmediately
        onClose={leave}
      />
    </FormContexts>
  );
}
