// A form from a schema, in a dialog. Cancel and Escape discard the input; anything else that would leave the page, such
// as a link, Back or a reload, asks first when there is unsaved input.
import { useRef, type RefObject } from 'react';
import type { Values } from '../data/changes.ts';
import type { FormContext } from './form-context.ts';
import { FormDialog } from './form-dialog.tsx';
import { SchemaFields } from './schema-fields.tsx';
import { UnsavedChangesBlocker } from './unsaved-changes-blocker.tsx';
import { useSavedForm, type SavedFormProps } from './use-schema-form.ts';

interface Props extends Omit<SavedFormProps, 'initial'>, Partial<Pick<SavedFormProps, 'initial'>> {
  title: string;
  /** A text under the title. */
  text?: string | undefined;
  context?: FormContext;
  /** Set when the form is left on purpose, so that no confirmation is shown. */
  leaving?: RefObject<boolean>;
  /** Replaces another dialog, without a fade-in. */
  closeImmediately?: boolean;
  onClose: () => void;
}

const NOTHING: Values = {};
const NO_CONTEXT: FormContext = { names: {}, singular: '' };

export default function SchemaDialog({ title, text, context = NO_CONTEXT, labels, above, leaving, ...props }: Props) {
  const { schema, saving, initial = NOTHING } = props;
  const root = useRef<HTMLDivElement>(null);
  const form = useSavedForm({ ...props, initial, root });
  const { changed, homeless } = form;
  return (
    <FormDialog
      title={title}
      description={text}
      size="medium"
      submit={{ label: labels.save, busy: labels.saving }}
      busy={saving.busy}
      failure={homeless.length > 0 ? homeless.join(' ') : undefined}
      stays={changed.length > 0}
      closeImmediately={props.closeImmediately ?? false}
      onSubmit={form.submit}
      onClose={props.onClose}
    >
      <UnsavedChangesBlocker
        when={changed.length > 0 || props.unsettled === true}
        busy={saving.running}
        leaving={leaving}
      />
      {above}
      <SchemaFields schema={schema} form={form} root={root} context={context} />
    </FormDialog>
  );
}
