// The form of a new record, in a dialog over the list.
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
  const form = useCreateForm(resource, () => leave(), texts);
  return (
    <FormContexts submission={form.saving}>
      <SchemaDialog {...form} title={texts.title} text={texts.text} leaving={leaving} onClose={leave} />
    </FormContexts>
  );
}
