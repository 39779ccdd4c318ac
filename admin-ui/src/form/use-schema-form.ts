// What is typed into a form that is drawn from a schema, and what is wrong with it: checked when it is first sent, and
// from then on with every change.
import type { Schema } from '@mizan/openapi/document';
import type { ErrorSchema, RJSFSchema } from '@rjsf/utils';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { changedFields, type Values } from '../data/changes.ts';
import { errorsAtFields, problemsWithoutField, segmentsOf, type FieldProblem } from '../data/problems.ts';
import { prepared } from './form-data.ts';
import { atControls, drawnSchema } from './form-schema.ts';
import { problemsOf, rjsfValidator } from './validator.ts';

interface Options {
  schema: Schema;
  /** What the form starts with and is compared to. */
  initial: Values;
  /** What is typed already, when a form is drawn again over other data. */
  typed?: Values | undefined;
  /** Of a record that exists only what was changed is sent, and only that is checked. */
  changesOnly?: boolean;
  /** What the server refused at fields. */
  refused: FieldProblem[];
  /** Keeps what is left of it: what was refused of a field is forgotten when one types in it. */
  forget: (left: FieldProblem[]) => void;
  onType?: ((values: Values) => void) | undefined;
  /** The element within which the first field that is wrong gets the focus. */
  root: RefObject<HTMLDivElement | null>;
}

export interface SchemaForm {
  data: Values;
  /** The data as it is checked and sent. */
  ready: Values;
  /** The fields that differ from what it started with. */
  changed: string[];
  /** Messages that no field can show. */
  homeless: string[];
  type: (values: Values) => void;
  /** Whether nothing is wrong; else it is shown, and the first field that is wrong gets the focus. */
  check: () => boolean;
  /** Checks only when it is sent again: fields came that no user has filled in yet. */
  rest: () => void;
  /** For the form of rjsf. */
  drawing: ReturnType<typeof drawingOf>;
}

export function useSchemaForm(options: Options): SchemaForm {
  const { schema, initial, typed, changesOnly = false, refused, forget, onType, root } = options;
  const [data, setData] = useState<Values>(typed ?? initial);
  const [attempted, setAttempted] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const drawn = useMemo(() => drawnSchema(schema) as RJSFSchema, [schema]);
  const ready = useMemo(() => prepared(schema, data), [schema, data]);
  const all = useMemo(() => problemsOf(schema, ready), [schema, ready]);
  const changed = changedFields(prepared(schema, initial), ready);
  const wrong = changesOnly ? all.filter(({ pointer }) => changed.includes(fieldOf(pointer))) : all;
  const shown = atControls(schema, [...(attempted ? wrong : []), ...refused]);

  const type = (next: Values) => {
    const touched = new Set(changedFields(data, next));
    const left = refused.filter(({ pointer }) => !touched.has(fieldOf(pointer)));
    if (left.length < refused.length) forget(left);
    setData(next);
    onType?.(next);
  };
  const lead = () => {
    setAttempted(true);
    setRefusals((count) => count + 1);
  };

  // What was refused again, which is not what is left of it after one has typed.
  const known = useRef(refused);
  useEffect(() => {
    const before = known.current;
    known.current = refused;
    if (refused.every((one) => before.includes(one))) return;
    setAttempted(true);
    setRefusals((count) => count + 1);
  }, [refused]);
  // Each refused attempt leads to the first field that is wrong, once its error has been drawn.
  useEffect(() => {
    if (refusals > 0) root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals, root]);

  return {
    data,
    ready,
    changed,
    homeless: [...new Set(problemsWithoutField(shown, Object.keys(schema.properties ?? {})).map((one) => one.message))],
    type,
    check() {
      if (wrong.length > 0) lead();
      return wrong.length === 0;
    },
    rest: () => setAttempted(false),
    drawing: drawingOf(drawn, data, errorsAtFields(shown) as ErrorSchema, type),
  };
}

const fieldOf = (pointer: string): string => segmentsOf(pointer)[0] ?? '';

const drawingOf = (schema: RJSFSchema, formData: Values, extraErrors: ErrorSchema, type: (values: Values) => void) => ({
  schema,
  formData,
  extraErrors,
  validator: rjsfValidator,
  noValidate: true,
  noHtml5Validate: true,
  showErrorList: false as const,
  // Nothing of a schema's defaults is filled in behind the form's back.
  experimental_defaultFormStateBehavior: {
    emptyObjectFields: 'skipDefaults',
    arrayMinItems: { populate: 'never' },
    constAsDefaults: 'never',
  } as const,
  onChange: ({ formData: next }: { formData?: unknown }) => type((next ?? {}) as Values),
});
