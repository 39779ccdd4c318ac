// The fields of a schema within a dialog: rendered by rjsf as in a form, in one column without cards.
import type { Schema } from '@mizan/openapi/document';
import { ERRORS_KEY, type ObjectFieldTemplateProps } from '@rjsf/utils';
import { useId, useMemo, type Ref } from 'react';
import { useResourceUi } from '../module/registry.ts';
import { Note } from './field-shell.tsx';
import type { FormContext } from './form-context.ts';
import { uiSchemaOf } from './form-schema.ts';
import styles from './form.module.css';
import { Form } from './record-form.tsx';
import type { SchemaForm } from './use-schema-form.ts';

/** For fields that belong to no resource. */
const NO_ACTOR = { name: '' };

interface Props {
  schema: Schema;
  form: SchemaForm;
  /** The same element that was passed to `useSchemaForm`. */
  root: Ref<HTMLDivElement>;
  context: FormContext;
}

/** Renders no form element: it is used within the one of a `FormDialog`. */
export function SchemaFields({ schema, form, root, context }: Props) {
  // The form behind the dialog may have fields with the same names.
  const id = useId();
  const { inputs } = useResourceUi(context.resource ?? NO_ACTOR);
  const ui = useMemo(() => ({ ...uiSchemaOf(schema, inputs), 'ui:ObjectFieldTemplate': Plain }), [schema, inputs]);
  return (
    <div ref={root}>
      <Form {...form.drawing} idPrefix={id} tagName="div" uiSchema={ui} formContext={context}>
        {/* Replaces rjsf's submit button. */}
        <></>
      </Form>
    </div>
  );
}

function Plain({ properties, errorSchema }: ObjectFieldTemplateProps) {
  return (
    <>
      <div className={styles.fields}>{properties.map(({ content }) => content)}</div>
      <Note id="root" errors={errorSchema?.[ERRORS_KEY]} />
    </>
  );
}
