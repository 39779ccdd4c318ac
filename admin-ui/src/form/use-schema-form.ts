// The state of a form from a schema: its values and errors. Validated when it is first submitted, and after that on
// every change.
import type { Schema } from '@mizan/openapi/document';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import type { ErrorSchema, RJSFSchema } from '@rjsf/utils';
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { changedFields, type Values } from '../data/changes.ts';
import { errorsAtFields, problemsWithoutField, segmentsOf, type FieldProblem } from '../data/problems.ts';
import { prepared } from './form-data.ts';
import { atControls, drawnSchema } from './form-schema.ts';
import { unreadIn } from './unread.ts';
import type { Submission } from './use-submit.ts';
import { problemsOf, rjsfValidator } from './validator.ts';

interface Options {
  schema: Schema;
  /** The initial values, which changes are compared with. */
  initial: Values;
  /** The user's input, when the form is remounted with other initial values. */
  typed?: Values | undefined;
  /** For existing records: only changes are validated and sent. */
  changesOnly?: boolean;
  /** The server's errors at fields. */
  refused: FieldProblem[];
  /** Called with the server's errors that remain: that of a field is dropped when the user edits it. */
  forget: (left: FieldProblem[]) => void;
  onType?: ((values: Values) => void) | undefined;
  /** Contains the fields; the first invalid one receives the focus. */
  root: RefObject<HTMLDivElement | null>;
}

export interface SchemaForm {
  data: Values;
  /** The values to validate and send. */
  ready: Values;
  /** The fields that differ from the initial values. */
  changed: string[];
  /** Messages that belong to no field of the form. */
  homeless: string[];
  type: (values: Values) => void;
  /** Validates. Shows the errors and focuses the first invalid field; returns whether there are none. */
  check: () => boolean;
  /** Suspends validation until the next submit, after fields were added that are still empty. */
  rest: () => void;
  /** Props of the rjsf form. */
  drawing: ReturnType<typeof drawingOf>;
}

export function useSchemaForm(options: Options): SchemaForm {
  const { schema, initial, typed, changesOnly = false, refused, forget, onType, root } = options;
  const [data, setData] = useState<Values>(typed ?? initial);
  const [attempted, setAttempted] = useState(false);
  const [refusals, setRefusals] = useState(0);
  // The unread texts of inputs that were left: these are reported before the form is submitted.
  const [left, setLeft] = useState<FieldProblem[]>([]);
  const drawn = useMemo(() => drawnSchema(schema) as RJSFSchema, [schema]);
  const ready = useMemo(() => prepared(schema, data), [schema, data]);
  const unread = useMemo(() => unreadIn(schema, ready), [schema, ready]);
  const all = useMemo(() => withUnread(problemsOf(schema, ready), unread), [schema, ready, unread]);
  const changed = changedFields(prepared(schema, initial), ready);
  const wrong = changesOnly ? all.filter(({ pointer }) => changed.includes(fieldOf(pointer))) : all;
  const shown = atControls(schema, [...(attempted ? wrong : noticed(unread, left)), ...refused]);

  const type = (next: Values) => {
    const touched = new Set(changedFields(data, next));
    const remaining = refused.filter(({ pointer }) => !touched.has(fieldOf(pointer)));
    if (remaining.length < refused.length) forget(remaining);
    setData(next);
    onType?.(next);
  };
  const lead = () => {
    setAttempted(true);
    setRefusals((count) => count + 1);
  };

  // Distinguishes a new rejection from the remaining errors of the last one.
  const known = useRef(refused);
  useEffect(() => {
    const before = known.current;
    known.current = refused;
    if (refused.every((one) => before.includes(one))) return;
    setAttempted(true);
    setRefusals((count) => count + 1);
  }, [refused]);
  // Each rejection focuses the first invalid field, once its error is rendered.
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
    drawing: drawingOf(drawn, data, errorsAtFields(shown) as ErrorSchema, type, () => setLeft(unread)),
  };
}

/** What a form whose values are sent is drawn from, on a page or in a dialog. */
export interface SavedFormProps {
  schema: Schema;
  /** The initial values, which changes are compared with. */
  initial: Values;
  /** The user's input, when the form is remounted with other initial values. */
  typed?: Values;
  /** A new record sends all values; an edit sends nothing when nothing changed. */
  creating?: boolean;
  labels: { save: string; saving: string };
  above?: ReactNode;
  /** There is unsaved work outside the form's data. */
  unsettled?: boolean;
  saving: Submission<Values>;
  /** Called with the current values after every change. */
  onType?: (values: Values) => void;
}

type SavedOptions = Omit<SavedFormProps, 'labels' | 'above' | 'unsettled'> & Pick<Options, 'root'>;

/** The state of such a form, and its submission. */
export function useSavedForm({ creating = false, saving, ...options }: SavedOptions) {
  const { problems: refused, forget } = saving;
  const form = useSchemaForm({ ...options, changesOnly: !creating, refused, forget });
  const submit = () => {
    if (saving.running.current || !form.check()) return;
    if (!creating && form.changed.length === 0) toast(m.admin_form_nothing_changed());
    else void saving.submit(form.ready);
  };
  return { ...form, submit };
}

const fieldOf = (pointer: string): string => segmentsOf(pointer)[0] ?? '';

/** Replaces the schema's errors of unread texts. */
function withUnread(problems: FieldProblem[], unread: FieldProblem[]): FieldProblem[] {
  const at = new Set(unread.map(({ pointer }) => pointer));
  return [...problems.filter(({ pointer }) => !at.has(pointer)), ...unread];
}

/** The unread texts in inputs that have been left. */
const noticed = (unread: FieldProblem[], left: FieldProblem[]): FieldProblem[] =>
  unread.filter(({ pointer }) => left.some((one) => one.pointer === pointer));

const drawingOf = (
  schema: RJSFSchema,
  formData: Values,
  extraErrors: ErrorSchema,
  type: (values: Values) => void,
  onBlur: () => void,
) => ({
  onBlur,
  schema,
  formData,
  extraErrors,
  validator: rjsfValidator,
  noValidate: true,
  noHtml5Validate: true,
  showErrorList: false as const,
  // rjsf must not fill in defaults on its own.
  experimental_defaultFormStateBehavior: {
    emptyObjectFields: 'skipDefaults',
    arrayMinItems: { populate: 'never' },
    constAsDefaults: 'never',
  } as const,
  onChange: ({ formData: next }: { formData?: unknown }) => type((next ?? {}) as Values),
});
