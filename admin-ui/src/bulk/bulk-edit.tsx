// Changes some fields of many records at once: the fields are chosen first, then drawn and checked as in the form.
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { toast } from '@mizan/ui-kit/toaster';
import { ERRORS_KEY, type ErrorSchema, type ObjectFieldTemplateProps, type RJSFSchema } from '@rjsf/utils';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { changedFields, type Values } from '../data/changes.ts';
import { records } from '../data/data-provider.ts';
import {
  errorsAtFields,
  isAtFields,
  problemsWithoutField,
  segmentsOf,
  sentenceOf,
  type FieldProblem,
} from '../data/problems.ts';
import { useTell } from '../data/record.ts';
import type { FormContext } from '../form/form-context.ts';
import { prepared } from '../form/form-data.ts';
import { atControls, drawnSchema, uiSchemaOf } from '../form/form-schema.ts';
import { Form, NO_DEFAULTS } from '../form/record-form.tsx';
import { problemsOf, rjsfValidator } from '../form/validator.ts';
import { Icon } from '../frame/icon.tsx';
import styles from './bulk.module.css';
import type { BulkProps } from './bulk-props.ts';
import { clearsSomething, fieldsOf, schemaWith, startOf, updateOf, type FieldChoice } from './bulk-schema.ts';
import { refusalsOf, refusedRecord } from './refusals.ts';
import { nounOf } from './selection.ts';

const NONE: FieldProblem[] = [];

interface BulkContext extends FormContext {
  leave: (field: string) => void;
}

export default function BulkEdit({ resource, chosen, onClose, onDone }: BulkProps) {
  const title = useId();
  const form = useId();
  const tell = useTell(resource);
  const root = useRef<HTMLDivElement>(null);
  const busy = useRef(false);
  const [asked] = useState(chosen);
  const [fields, setFields] = useState<string[]>([]);
  const [data, setData] = useState<Values>({});
  const [attempted, setAttempted] = useState(false);
  const [refused, setRefused] = useState<FieldProblem[]>(NONE);
  const [failure, setFailure] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const expected = useRef<string>(undefined);

  const all = useMemo(() => fieldsOf(resource), [resource]);
  const schema = useMemo(() => schemaWith(resource, fields), [resource, fields]);
  const drawn = useMemo(() => drawnSchema(schema) as RJSFSchema, [schema]);
  const ui = useMemo(() => ({ ...uiSchemaOf(schema), 'ui:ObjectFieldTemplate': ChosenFields }), [schema]);
  const own = useMemo(() => (attempted ? problemsOf(schema, prepared(schema, data)) : NONE), [attempted, schema, data]);
  const problems = atControls(schema, [...own, ...refused]);
  const homeless = problemsWithoutField(problems, fields);
  const count = formatNumber(asked.size);
  const label = nounOf(resource, asked.size);
  const left = all.filter(({ field }) => !fields.includes(field));

  // What was just added is what one fills in next.
  useEffect(() => {
    if (!expected.current) return;
    const field = `[data-field="${CSS.escape(expected.current)}"]`;
    expected.current = undefined;
    // The form draws it a moment after it was told of it.
    requestAnimationFrame(() =>
      root.current?.querySelector<HTMLElement>(`${field} :is(input, select, textarea, button)`)?.focus(),
    );
  });

  const add = (field: string) => {
    setFields([...fields, field]);
    setData({ ...data, [field]: startOf(schemaWith(resource, [field]).properties?.[field]) });
    setFailure(null);
    // What nobody has filled in yet is not wrong yet.
    setAttempted(false);
    expected.current = field;
  };
  const leave = (field: string) => {
    setFields(fields.filter((one) => one !== field));
    setData(Object.fromEntries(Object.entries(data).filter(([one]) => one !== field)));
    setRefused(refused.filter(({ pointer }) => segmentsOf(pointer)[0] !== field));
    root.current?.querySelector<HTMLElement>('[data-add]')?.focus();
  };
  const type = (next: Values) => {
    const touched = new Set(changedFields(data, next));
    setRefused(refused.filter(({ pointer }) => !touched.has(segmentsOf(pointer)[0] ?? '')));
    setFailure(null);
    setData(next);
  };
  const lead = () =>
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());

  const save = async () => {
    if (busy.current) return;
    setAttempted(true);
    if (fields.length === 0) {
      setFailure(m.bulk_edit_nothing());
      return;
    }
    if (problemsOf(schema, prepared(schema, data)).length > 0) {
      lead();
      return;
    }
    busy.current = true;
    setSaving(true);
    setFailure(null);
    setRefused(NONE);
    try {
      const { updated, unchanged } = await records.updateMany(resource, [...asked.keys()], updateOf(schema, data));
      toast.success(said(resource, updated, unchanged));
      onDone();
      tell.many();
    } catch (error) {
      if (isAtFields(error)) {
        setRefused(refusalsOf(error.errors, resource.idsField, [...asked.values()], refusedRecord));
        lead();
      } else setFailure(sentenceOf(error, m.bulk_update_failed({ label: resource.nouns })));
    } finally {
      busy.current = false;
      setSaving(false);
    }
  };

  const context: BulkContext = { names: {}, singular: resource.singular, leave };
  const sentences = [...new Set([...(failure ? [failure] : []), ...homeless.map(({ message }) => message)])];
  return (
    <Dialog
      open
      onClose={saving ? undefined : onClose}
      maxWidth="sm"
      fullWidth
      aria-labelledby={title}
      slotProps={{ paper: { className: styles.paper ?? '' } }}
    >
      <DialogTitle id={title}>{m.bulk_edit_title({ count, label })}</DialogTitle>
      <DialogContent ref={root}>
        <p className={styles.text}>{m.bulk_edit_text()}</p>
        <Form
          id={form}
          schema={drawn}
          uiSchema={ui}
          validator={rjsfValidator}
          formContext={context}
          formData={data}
          extraErrors={errorsAtFields(problems) as ErrorSchema}
          noValidate
          noHtml5Validate
          showErrorList={false}
          experimental_defaultFormStateBehavior={NO_DEFAULTS}
          onChange={(event) => type((event.formData ?? {}) as Values)}
          onSubmit={(_data, event) => {
            event.preventDefault();
            void save();
          }}
        >
          {left.length > 0 && <AddField left={left} first={fields.length === 0} onAdd={add} />}
        </Form>
        {clearsSomething(schema, data) && <p className={styles.note}>{m.bulk_edit_clears()}</p>}
        <div aria-live="assertive">
          {sentences.length > 0 && <p className={styles.refused}>{sentences.join(' ')}</p>}
        </div>
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={onClose} disabled={saving}>
          {m.admin_cancel()}
        </Button>
        <Button type="submit" form={form} variant="contained" aria-disabled={saving || fields.length === 0}>
          {saving ? m.bulk_saving() : m.bulk_edit_save({ count, label })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function said(resource: BulkProps['resource'], updated: number, unchanged: number): string {
  const of = updated === 0 ? unchanged : updated;
  const numbers = { count: formatNumber(of), label: nounOf(resource, of) };
  if (updated === 0) return m.bulk_unchanged(numbers);
  return unchanged === 0
    ? m.bulk_updated(numbers)
    : m.bulk_updated_some({ ...numbers, unchanged: formatNumber(unchanged) });
}

interface AddProps {
  left: FieldChoice[];
  first: boolean;
  onAdd: (field: string) => void;
}

function AddField({ left, first, onAdd }: AddProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <button
        type="button"
        data-add=""
        className={styles.add}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        // There is nothing else to begin with.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={first}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon name="add" size={18} />
        {m.bulk_add_field()}
      </button>
      <Menu
        open={anchor !== null}
        container={() => anchor?.closest('[role="dialog"]') ?? null}
        anchorEl={anchor}
        // A chosen field takes the focus: the menu gives it back only when nothing was chosen.
        disableRestoreFocus
        onClose={() => {
          setAnchor(null);
          requestAnimationFrame(() => anchor?.focus());
        }}
        slotProps={{ paper: { className: styles.menu ?? '' } }}
      >
        {left.map(({ field, label }) => (
          <MenuItem
            key={field}
            onClick={() => {
              setAnchor(null);
              onAdd(field);
            }}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

/** The chosen fields, each with the way to leave it out again. */
function ChosenFields({ properties, schema, registry, errorSchema }: ObjectFieldTemplateProps) {
  const { leave } = registry.formContext as BulkContext;
  if (properties.length === 0) return null;
  return (
    <ul className={styles.fields} data-wrong={errorSchema?.[ERRORS_KEY]?.length ? true : undefined}>
      {properties.map(({ name, content }) => {
        const label = (schema.properties?.[name] as { title?: string } | undefined)?.title ?? name;
        return (
          <li key={name} className={styles.field} data-field={name}>
            <div className={styles.control}>{content}</div>
            <IconButton aria-label={m.bulk_remove_field({ label })} onClick={() => leave(name)}>
              <Icon name="close" size={18} />
            </IconButton>
          </li>
        );
      })}
    </ul>
  );
}
