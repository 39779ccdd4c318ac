// The form of a new record, in a dialog over the list.
import { m } from '@mizan/ui-kit/messages';
import type { Resource } from '../document/resources.ts';
import type { DialogTexts } from '../module/types.ts';
import { FormContexts } from './form-contexts.tsx';
import SchemaDialog from './schema-dialog.tsx';
import { useCreateForm } from './use-create-form.ts';
import { useLeaving } from './use-leaving.ts';

interface Props {
  resource: Resource;
  texts: DialogTexts;
  onClose: () => void;
}

/** Closes when the record has been created. */
export default function CreateDialog({ resource, texts, onClose }: Props) {
  const { leaving, leave } = useLeaving(onClose);
  const form = useCreateForm(resource, leave);
  const usual = m.admin_create({ singular: resource.singular });
  return (
    <FormContexts submission={form.saving}>
      <SchemaDialog
        {...form}
        title={texts.title}
        text={texts.text}
        labels={{ save: texts.submit ?? usual, saving: texts.busy ?? m.admin_creating() }}
        leaving={leaving}
        onClose={leave}
      />
    </FormContexts>
  );
}
