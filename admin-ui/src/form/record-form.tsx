// The form of a record: drawn by rjsf from the schema, checked on submit and from then on with every change, saved
// once per press. It knows what changed and says it; where the data comes from and goes to is the screen's.
import Button from '@mui/material/Button';
import type { Schema } from '@mizan/openapi/document';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
// Not from the package's root: that also exports what only its tests need.
import withTheme from '@rjsf/core/lib/withTheme.js';
import { useMemo, useRef, type ReactNode, type SyntheticEvent } from 'react';
import type { Values } from '../data/changes.ts';
import { labelOf } from '../document/schema.ts';
import { useResourceUi } from '../module/registry.ts';
import type { FormContext } from './form-context.ts';
import { uiSchemaOf } from './form-schema.ts';
import styles from './form.module.css';
import { ImageField, ImagesWidget } from './image-fields.tsx';
import { ChoiceInput, ChoicesInput, DateInput, LongTextInput, TextInput, YesNoInput } from './inputs.tsx';
import { PasswordInput } from './password-input.tsx';
import { ReferenceInput, ReferenceObjectField } from './reference-input.tsx';
import { ReferencesInput } from './references-input.tsx';
import { ArrayFieldItemTemplate, ArrayFieldTemplate, FieldTemplate, ObjectFieldTemplate } from './templates.tsx';
import { UnsavedChangesBlocker } from './unsaved-changes-blocker.tsx';
import { useSchemaForm } from './use-schema-form.ts';
import type { Submission } from './use-submit.ts';
import { ColorInput, RadioInput, SliderInput, SwitchInput } from './widgets.tsx';

export const Form = withTheme({
  templates: {
    FieldTemplate,
    ObjectFieldTemplate,
    ArrayFieldTemplate,
    ArrayFieldItemTemplate,
    BaseInputTemplate: TextInput,
  },
  widgets: {
    TextareaWidget: LongTextInput,
    DateWidget: DateInput,
    SelectWidget: ChoiceInput,
    CheckboxWidget: YesNoInput,
    CheckboxesWidget: ChoicesInput,
    PasswordWidget: PasswordInput,
    RadioWidget: RadioInput,
    switch: SwitchInput,
    slider: SliderInput,
    color: ColorInput,
    reference: ReferenceInput,
    references: ReferencesInput,
    images: ImagesWidget,
  },
  fields: { referenceObject: ReferenceObjectField, image: ImageField },
});

/** A form of nothing that a module knows. */
const NO_ACTOR = { name: '' };

interface Props {
  schema: Schema;
  context: FormContext;
  /** What the form starts with and is compared to. */
  initial: Values;
  /** What is typed already, when a form is drawn again over other data. */
  typed?: Values;
  /** Creating sends everything; editing sends nothing when nothing changed. */
  creating?: boolean;
  labels: { save: string; saving: string };
  above?: ReactNode;
  /** There is unsaved work beside the form. */
  unsettled?: boolean;
  onCancel: () => void;
  /** Saves what is typed. */
  saving: Submission<Values>;
  /** Told with every change: what is typed now. */
  onType?: (values: Values) => void;
}

export function RecordForm(props: Props) {
  const {
    schema,
    context,
    initial,
    creating = false,
    labels,
    above,
    unsettled = false,
    onCancel,
    saving,
    onType,
  } = props;
  const { inputs } = useResourceUi(context.resource ?? NO_ACTOR);
  const ui = useMemo(() => uiSchemaOf(schema, inputs), [schema, inputs]);
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

  const submit = async () => {
    if (saving.running.current || !form.check()) return;
    if (!creating && changed.length === 0) {
      toast(m.admin_form_nothing_changed());
      return;
    }
    await saving.submit(form.ready);
  };

  const onSubmit = (_data: unknown, event: SyntheticEvent) => {
    event.preventDefault();
    void submit();
  };

  return (
    <div ref={root} className={styles.form}>
      <UnsavedChangesBlocker when={changed.length > 0 || unsettled} busy={saving.running} />
      {above}
      <Form {...form.drawing} uiSchema={ui} formContext={context} onSubmit={onSubmit}>
        <div className={styles.foot}>
          {homeless.length > 0 && (
            <p className={styles.wrong} role="alert">
              {homeless.join(' ')}
            </p>
          )}
          <div className={styles.bar}>
            <Changes schema={schema} changed={changed} creating={creating} />
            <div className={styles.buttons}>
              <Button variant="text" onClick={onCancel}>
                {m.admin_cancel()}
              </Button>
              <Button
                type="submit"
                variant="contained"
                className={!creating && changed.length === 0 ? styles.idle : undefined}
                aria-disabled={saving.busy}
              >
                {saving.busy ? labels.saving : labels.save}
              </Button>
            </div>
          </div>
        </div>
      </Form>
    </div>
  );
}

function Changes({ schema, changed, creating }: { schema: Schema; changed: string[]; creating: boolean }) {
  if (creating) return <p className={styles.changes}>{m.admin_form_creating_hint()}</p>;
  const names = changed.map((field) => labelOf(field, schema.properties?.[field])).join(', ');
  return (
    <p className={styles.changes} data-some={changed.length > 0 || undefined} role="status">
      {changed.length === 0 ? m.admin_form_unchanged() : m.admin_form_changed({ names })}
    </p>
  );
}
