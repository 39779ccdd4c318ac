// Edits some fields of many records at once: the fields are chosen first, then drawn and validated as in the form. Of all
// that a list shows the server says beforehand how many would change.
import { Button, IconButton } from '@mizan/ui-kit/button';
import { formatNumber } from '@mizan/ui-kit/formats';
import { Menu, MenuItem } from '@mizan/ui-kit/menu';
import { m } from '@mizan/ui-kit/messages';
import { Progress } from '@mizan/ui-kit/skeleton';
import { ERRORS_KEY, type ObjectFieldTemplateProps } from '@rjsf/utils';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Values } from '../data/changes.ts';
import { records, type Updated } from '../data/data-provider.ts';
import { isAtFields, segmentsOf, type FieldProblem } from '../data/problems.ts';
import { useRecordCache } from '../data/record.ts';
import { useUndoToast } from '../data/undo-toast.ts';
import { useProposes } from '../document/context.tsx';
import { nounOf } from '../document/resources.ts';
import type { FormContext } from '../form/form-context.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { uiSchemaOf } from '../form/form-schema.ts';
import { Form } from '../form/record-form.tsx';
import { useSchemaForm } from '../form/use-schema-form.ts';
import { useSubmit } from '../form/use-submit.ts';
import { Icon } from '../frame/icon.tsx';
import styles from './bulk.module.css';
import { sizeOf, whichOf, type BulkProps } from './bulk-props.ts';
import { clearsSomething, fieldsOf, schemaWith, startOf, updateOf, type FieldChoice } from './bulk-schema.ts';
import { refusalsOf } from './refusals.ts';
import { titlesOf } from './selection.ts';
import { useLookFirst } from './use-look-first.ts';

const NOTHING_TYPED: Values = {};

interface BulkContext extends FormContext {
  leave: (field: string) => void;
}

interface Sent {
  update: Values;
  dryRun: boolean;
}

export default function BulkEdit({ resource, chosen, all: everything, onClose, onDone }: BulkProps) {
  const cache = useRecordCache(resource);
  const report = useUndoToast(resource);
  const proposes = useProposes(resource, 'bulkUpdate');
  const root = useRef<HTMLDivElement>(null);
  const [targets] = useState({ chosen, all: everything });
  // What the server would do with what is filled in now.
  const [planned, setPlanned] = useState<Updated>();
  const [fields, setFields] = useState<string[]>([]);
  const [nothing, setNothing] = useState(false);
  const expected = useRef<string>(undefined);

  const all = useMemo(() => fieldsOf(resource), [resource]);
  const schema = useMemo(() => schemaWith(resource, fields), [resource, fields]);
  const ui = useMemo(() => ({ ...uiSchemaOf(schema), 'ui:ObjectFieldTemplate': ChosenFields }), [schema]);
  const problemsOf = (error: unknown, idsField: string | undefined) =>
    isAtFields(error) ? refusalsOf(error.errors, idsField, titlesOf(targets.chosen)) : undefined;
  const saving = useSubmit({
    send: async ({ update, dryRun }: Sent) => ({
      dryRun,
      answer: await records.updateMany(resource, whichOf(targets), update, dryRun),
    }),
    onDone({ dryRun, answer }) {
      if (dryRun) {
        setPlanned(answer);
        return;
      }
      const { bulkUpdate, update } = resource.operations;
      report(resultMessage(resource, answer), answer, {
        operation: answer.updated > 0 ? bulkUpdate : undefined,
        by: [update],
      });
      onDone();
      cache.many();
    },
    onError(error) {
      const problems = problemsOf(error, resource.idsField);
      return problems && { problems };
    },
    failed: m.bulk_update_failed({ label: resource.nouns }),
  });
  const looking = useLookFirst((error) => problemsOf(error, 'ids'));
  const problems = useMemo(() => [...saving.problems, ...looking.problems], [saving.problems, looking.problems]);
  const forget = (left?: FieldProblem[]) => {
    saving.forget(left);
    looking.forget();
  };
  const form = useSchemaForm({
    schema,
    initial: NOTHING_TYPED,
    refused: problems,
    forget,
    onType: () => {
      setPlanned(undefined);
      if (saving.failure || looking.failure) forget(problems);
    },
    root,
  });
  const size = planned?.updated ?? sizeOf(targets);
  const count = formatNumber(size);
  const label = nounOf(resource, size);
  const left = all.filter(({ field }) => !fields.includes(field));

  // Focus the field that was just added.
  useEffect(() => {
    if (!expected.current) return;
    const field = `[data-field="${CSS.escape(expected.current)}"]`;
    expected.current = undefined;
    // The form renders it a moment after the data has changed.
    requestAnimationFrame(() =>
      root.current?.querySelector<HTMLElement>(`${field} :is(input, select, textarea, button)`)?.focus(),
    );
  });

  const add = (field: string) => {
    setFields([...fields, field]);
    setNothing(false);
    form.type({ ...form.data, [field]: startOf(schemaWith(resource, [field]).properties?.[field]) });
    // A field that has not been filled in yet shows no error.
    form.rest();
    expected.current = field;
  };
  const leave = (field: string) => {
    setFields(fields.filter((one) => one !== field));
    form.type(Object.fromEntries(Object.entries(form.data).filter(([one]) => one !== field)));
    forget(problems.filter(({ pointer }) => segmentsOf(pointer)[0] !== field));
    root.current?.querySelector<HTMLElement>('[data-add]')?.focus();
  };
  const isReady = () => {
    setNothing(fields.length === 0);
    return fields.length > 0 && form.check();
  };
  const look = () => {
    if (isReady())
      void looking.submit({ resource: resource.name, update: updateOf(schema, form.data), which: whichOf(targets) });
  };
  const save = () => {
    if (proposes) look();
    else if (isReady())
      void saving.submit({ update: updateOf(schema, form.data), dryRun: targets.all !== undefined && !planned });
  };

  const context: BulkContext = { names: {}, singular: resource.singular, leave };
  const failure = nothing ? m.bulk_edit_nothing() : (saving.failure ?? looking.failure);
  return (
    <FormDialog
      title={m.bulk_edit_title({ count: formatNumber(sizeOf(targets)), label: nounOf(resource, sizeOf(targets)) })}
      description={m.bulk_edit_text()}
      submit={{
        label: proposes ? m.propose() : targets.all && !planned ? m.bulk_plan() : m.bulk_edit_save({ count, label }),
        busy: looking.busy ? m.set_making() : targets.all && !planned ? m.bulk_planning() : m.bulk_saving(),
        early: fields.length === 0 || planned?.updated === 0,
      }}
      aside={
        resource.plans &&
        !proposes && (
          <Button look="secondary" busy={looking.busy} disabled={saving.busy} onClick={look}>
            {m.set_look_first()}
          </Button>
        )
      }
      size="medium"
      busy={saving.busy || looking.busy}
      failure={[...(failure ? [failure] : []), ...form.homeless].join(' ') || undefined}
      onSubmit={save}
      onClose={onClose}
      content={root}
    >
      <div>
        <Form {...form.drawing} tagName="div" uiSchema={ui} formContext={context}>
          {left.length > 0 && <AddField left={left} first={fields.length === 0} onAdd={add} />}
        </Form>
      </div>
      {targets.all && (
        <p role="status" className={styles.status}>
          {planned && plannedMessage(resource, planned)}
        </p>
      )}
      {targets.all && saving.busy && <Progress className={styles.progress} label={m.bulk_saving()} />}
      {clearsSomething(schema, form.data) && <p className={styles.note}>{m.bulk_edit_clears()}</p>}
    </FormDialog>
  );
}

function resultMessage(resource: BulkProps['resource'], { updated, unchanged }: Updated): string {
  const of = updated === 0 ? unchanged : updated;
  const numbers = { count: formatNumber(of), label: nounOf(resource, of) };
  if (updated === 0) return m.bulk_unchanged(numbers);
  return unchanged === 0
    ? m.bulk_updated(numbers)
    : m.bulk_updated_some({ ...numbers, unchanged: formatNumber(unchanged) });
}

function plannedMessage(resource: BulkProps['resource'], { updated, unchanged }: Updated): string {
  if (updated === 0) return m.bulk_unchanged({ count: formatNumber(unchanged), label: nounOf(resource, unchanged) });
  const numbers = { count: formatNumber(updated), label: nounOf(resource, updated) };
  return unchanged === 0
    ? m.bulk_planned(numbers)
    : m.bulk_planned_some({ ...numbers, unchanged: formatNumber(unchanged) });
}

interface AddProps {
  left: FieldChoice[];
  first: boolean;
  onAdd: (field: string) => void;
}

const AddField = ({ left, first, onAdd }: AddProps) => (
  <Menu
    align="start"
    button={
      <Button
        look="secondary"
        wide
        data-add=""
        className={styles.add}
        icon={<Icon name="add" size={18} />}
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={first}
      >
        {m.bulk_add_field()}
      </Button>
    }
  >
    {left.map(({ field, label }) => (
      <MenuItem key={field} onClick={() => onAdd(field)}>
        {label}
      </MenuItem>
    ))}
  </Menu>
);

/** The chosen fields, each with a button to remove it. */
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
