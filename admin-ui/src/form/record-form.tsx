// The form of a record: rendered by rjsf from the schema, validated on submit and after that on every change. Loading
// and saving are up to the screen.
import { Button } from '@mizan/ui-kit/button';
import type { Schema } from '@mizan/openapi/document';
import { lazyInPlace } from '@mizan/ui-kit/lazy-screen';
import { m } from '@mizan/ui-kit/messages';
// Not from the package's root, which also exports dependencies of its tests.
import StringField from '@rjsf/core/lib/components/fields/StringField.js';
import withTheme from '@rjsf/core/lib/withTheme.js';
import { useMemo, useRef, type SyntheticEvent } from 'react';
import { useViewed } from '../document/context.tsx';
import { labelOf } from '../document/schema.ts';
import { useResourceUi } from '../module/registry.ts';
import type { FormContext } from './form-context.ts';
import { uiSchemaOf } from './form-schema.ts';
import styles from './form.module.css';
import { ImageObjectField, ImagesWidget } from './image-fields.tsx';
import {
  ChoiceInput,
  ChoicesInput,
  DateWidget,
  DateTimeWidget,
  LongTextInput,
  TextWidget,
  YesNoInput,
} from './inputs.tsx';
import { MaskedField } from './masked-field.tsx';
import { PasswordWidget } from './password-input.tsx';
import { ReferenceWidget, ReferenceObjectField } from './reference-input.tsx';
import { ReferencesInput } from './references-input.tsx';
import { ArrayFieldItemTemplate, ArrayFieldTemplate, FieldTemplate, ObjectFieldTemplate } from './templates.tsx';
import { UnsavedChangesBlocker } from './unsaved-changes-blocker.tsx';
import { useSavedForm, type SavedFormProps } from './use-schema-form.ts';
import { ColorInput, RadioInput, SliderInput, SwitchInput } from './widgets.tsx';

const EventsInput = lazyInPlace(() => import('./events-input.tsx'));

export const Form = withTheme({
  templates: {
    FieldTemplate,
    ObjectFieldTemplate,
    ArrayFieldTemplate,
    ArrayFieldItemTemplate,
    BaseInputTemplate: TextWidget,
  },
  widgets: {
    TextareaWidget: LongTextInput,
    DateWidget,
    DateTimeWidget,
    SelectWidget: ChoiceInput,
    CheckboxWidget: YesNoInput,
    CheckboxesWidget: ChoicesInput,
    PasswordWidget,
    RadioWidget: RadioInput,
    switch: SwitchInput,
    slider: SliderInput,
    color: ColorInput,
    events: EventsInput,
    reference: ReferenceWidget,
    references: ReferencesInput,
    images: ImagesWidget,
  },
  // rjsf's field of numbers would read "1e5" out of a text that our input says is none.
  fields: {
    NumberField: StringField,
    referenceObject: ReferenceObjectField,
    image: ImageObjectField,
    masked: MaskedField,
  },
});

/** A form that belongs to no resource. */
const NO_ACTOR = { name: '' };

interface Props extends SavedFormProps {
  context: FormContext;
  onCancel: () => void;
}

export function RecordForm({ context, labels, above, unsettled = false, onCancel, ...props }: Props) {
  const { schema, creating = false, saving } = props;
  const { inputs } = useResourceUi(context.resource ?? NO_ACTOR);
  const ui = useMemo(() => uiSchemaOf(schema, inputs), [schema, inputs]);
  const root = useRef<HTMLDivElement>(null);
  const form = useSavedForm({ ...props, root });
  const { changed, homeless } = form;
  const viewed = useViewed();

  const onSubmit = (_data: unknown, event: SyntheticEvent) => {
    event.preventDefault();
    if (viewed === undefined) form.submit();
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
            {viewed === undefined ? (
              <Changes schema={schema} changed={changed} creating={creating} />
            ) : (
              <p className={styles.changes}>{m.view_as_read_only({ name: viewed })}</p>
            )}
            <div className={styles.buttons}>
              <Button look="quiet" onClick={onCancel}>
                {m.admin_cancel()}
              </Button>
              {viewed === undefined && (
                <Button
                  className={!creating && changed.length === 0 ? styles.idle : undefined}
                  type="submit"
                  aria-disabled={saving.busy}
                >
                  {saving.busy ? labels.saving : labels.save}
                </Button>
              )}
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
