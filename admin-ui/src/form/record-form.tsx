// The form of a record: drawn by rjsf from the schema, checked on submit and from then on with every change, saved
// once per press. It knows what changed and says it; where the data comes from and goes to is the screen's.
import Button from '@mui/material/Button';
import type { Schema } from '@mizan/openapi/document';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
// Not from the package's root: that also exports what only its tests need.
import withTheme from '@rjsf/core/lib/withTheme.js';
import type { ErrorSchema, RJSFSchema } from '@rjsf/utils';
import { useEffect, useMemo, useRef, useState, type ReactNode, type SyntheticEvent } from 'react';
import { changedFields, type Values } from '../data/changes.ts';
import { errorsAtFields, problemsWithoutField, segmentsOf, type FieldProblem } from '../data/problems.ts';
import { labelOf } from '../document/schema.ts';
import type { FormContext } from './form-context.ts';
import { prepared } from './form-data.ts';
import { atControls, drawnSchema, uiSchemaOf } from './form-schema.ts';
import styles from './form.module.css';
import { ChoiceInput, ChoicesInput, DateInput, LongTextInput, TextInput, YesNoInput } from './inputs.tsx';
import { PasswordInput } from './password-input.tsx';
import { ReferenceInput, ReferenceObjectField } from './reference-input.tsx';
import { ReferencesInput } from './references-input.tsx';
import { ArrayFieldItemTemplate, ArrayFieldTemplate, FieldTemplate, ObjectFieldTemplate } from './templates.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { problemsOf, rjsfValidator } from './validator.ts';

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
    reference: ReferenceInput,
    references: ReferencesInput,
  },
  fields: { referenceObject: ReferenceObjectField },
});

/** Nothing of a schema's defaults is filled in behind the form's back. */
export const NO_DEFAULTS = {
  emptyObjectFields: 'skipDefaults',
  arrayMinItems: { populate: 'never' },
  constAsDefaults: 'never',
} as const;

interface Props {
  schema: Schema;
  context: FormContext;
  /** What the form starts with and is compared to. */
  initial: Values;
  /** What is typed already, when a form is drawn anew over other data. */
  typed?: Values;
  /** Creating sends everything; editing sends nothing when nothing changed. */
  creating?: boolean;
  labels: { save: string; saving: string };
  above?: ReactNode;
  /** There is unsaved work beside the form. */
  unsettled?: boolean;
  onCancel: () => void;
  /** Saves; what it gives back is refused and shown at its fields. A thrown error leaves the form as it is. */
  onSave: (values: Values) => Promise<FieldProblem[] | void>;
  /** Told with every change: what is typed now. */
  onType?: (values: Values) => void;
}

const NONE: FieldProblem[] = [];

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
    onSave,
    onType,
  } = props;
  const [data, setData] = useState<Values>(props.typed ?? initial);
  const [attempted, setAttempted] = useState(false);
  const [refused, setRefused] = useState<FieldProblem[]>(NONE);
  const [saving, setSaving] = useState(false);
  const busy = useRef(false);
  const root = useRef<HTMLDivElement>(null);

  const drawn = useMemo(() => drawnSchema(schema) as RJSFSchema, [schema]);
  const ui = useMemo(() => uiSchemaOf(schema), [schema]);
  const ready = useMemo(() => prepared(schema, data), [schema, data]);
  const changed = changedFields(prepared(schema, initial), ready);
  const wrong = wrongIn(schema, ready, creating ? undefined : changed);
  const own = attempted ? wrong : NONE;
  const shown = atControls(schema, [...own, ...refused]);
  const errors = errorsAtFields(shown) as ErrorSchema;
  const homeless = problemsWithoutField(shown, Object.keys(schema.properties ?? {}));

  const type = (next: Values) => {
    const touched = new Set(changedFields(data, next));
    if (refused.some(({ pointer }) => touched.has(segmentsOf(pointer)[0] ?? ''))) {
      setRefused(refused.filter(({ pointer }) => !touched.has(segmentsOf(pointer)[0] ?? '')));
    }
    setData(next);
    onType?.(next);
  };

  // Each refused attempt leads to the first field that is wrong, once its error has been drawn.
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  const refuse = (problems: FieldProblem[]) => {
    setAttempted(true);
    setRefused(problems);
    setRefusals((count) => count + 1);
  };

  const submit = async () => {
    if (busy.current) return;
    if (wrong.length > 0) {
      refuse(refused);
      return;
    }
    if (!creating && changed.length === 0) {
      toast(m.admin_form_nothing_changed());
      return;
    }
    busy.current = true;
    setSaving(true);
    try {
      const problems = await onSave(ready);
      if (problems && problems.length > 0) refuse(problems);
    } finally {
      busy.current = false;
      setSaving(false);
    }
  };

  const onSubmit = (_data: unknown, event: SyntheticEvent) => {
    event.preventDefault();
    void submit();
  };

  return (
    <div ref={root} className={styles.form}>
      <UnsavedGuard when={changed.length > 0 || unsettled} busy={busy} />
      {above}
      <Form
        schema={drawn}
        uiSchema={ui}
        validator={rjsfValidator}
        formContext={context}
        formData={data}
        extraErrors={errors}
        noValidate
        noHtml5Validate
        showErrorList={false}
        experimental_defaultFormStateBehavior={NO_DEFAULTS}
        onChange={(event) => type((event.formData ?? {}) as Values)}
        onSubmit={onSubmit}
      >
        <div className={styles.foot}>
          {homeless.length > 0 && (
            <p className={styles.wrong} role="alert">
              {homeless.map(({ message }) => message).join(' ')}
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
                aria-disabled={saving}
              >
                {saving ? labels.saving : labels.save}
              </Button>
            </div>
          </div>
        </div>
      </Form>
    </div>
  );
}

/** What is wrong. Of a record that exists only what was changed is sent, and only that is checked. */
function wrongIn(schema: Schema, values: Values, changed: string[] | undefined): FieldProblem[] {
  const all = problemsOf(schema, values);
  return changed ? all.filter(({ pointer }) => changed.includes(segmentsOf(pointer)[0] ?? '')) : all;
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
