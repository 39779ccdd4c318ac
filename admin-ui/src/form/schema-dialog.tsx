// A form from a schema, in a dialog. Cancel and Escape discard the input; anything else that would leave the page, such
// as a link, Back or a reload, asks first when there is unsaved input.
import type { Schema } from '@mizan/openapi/document';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { useRef, type ReactNode, type RefObject } from 'react';
import type { Values } from '../data/changes.ts';
import type { FormContext } from './form-context.ts';
import { FormDialog } from './form-dialog.tsx';
import { SchemaFields } from './schema-fields.tsx';
import { UnsavedChangesBlocker } from './unsaved-changes-blocker.tsx';
import { useSchemaForm } from './use-schema-form.ts';
import type { Submission } from './use-submit.ts';

interface Props {
  title: string;
  /** A text under the title. */
  text?: string | undefined;
  schema: Schema;
  context?: FormContext;
  /** The initial values, which changes are compared with. */
  initial?: Values;
  /** The user's input, when the form is remounted with other initial values. */
  typed?: Values;
  /** A new record sends all values; an edit sends nothing when nothing changed. */
  creating?: boolean;
  labels: { save: string; saving: string };
  above?: ReactNode;
  /** There is unsaved work outside the form's data. */
  unsettled?: boolean;
  saving: Submission<Values>;
  /** Set when the form is left on purpose, so that no confirmation is shown. */
  leaving?: RefObject<boolean>;
  /** Replaces another dialog, without a fade-in. */
  closeImmediately?: boolean;
  onType?: (values: Values) => void;
  onClose: () => void;
}

const NOTHING: Values = {};
const NO_CONTEXT: FormContext = { names: {}, singular: '' };

export default function SchemaDialog(props: Props) {
  const { title, text, schema, context = NO_CONTEXT, initial = NOTHING, creating = false, labels, above } = props;
  const { saving, leaving, onType } = props;
  const root = useRef<HTMLDivElement>(null);
  const form = useSchemaForm({
    schema,
    initial,
    typed: props.typed,
    changesOnly: !creating,
    refused: saving.problems,
    forget: saving.forget,
    onType,
    root,
  });
  const { changed, homeless } = form;

  const submit = () => {
    if (saving.running.current || !form.check()) return;
    if (!creating && changed.length === 0) {
      toast(m.admin_form_nothing_changed());
      return;
    }
    void saving.submit(form.ready);
  };
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
      onSubmit={submit}
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
