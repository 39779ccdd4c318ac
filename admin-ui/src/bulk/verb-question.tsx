// The dialog of a verb on many records: a confirmation, or a form for its input.
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { Progress } from '@mizan/ui-kit/skeleton';
import { Unbroken } from '@mizan/ui-kit/unbroken';
import { useMemo, useRef } from 'react';
import type { Values } from '../data/changes.ts';
import type { FieldProblem } from '../data/problems.ts';
import type { Question } from '../data/why.ts';
import { nounOf, type Resource } from '../document/resources.ts';
import type { Verb } from '../document/verbs.ts';
import { defaultsOf } from '../form/form-data.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { createSchema } from '../form/form-schema.ts';
import { SchemaFields } from '../form/schema-fields.tsx';
import { useSchemaForm } from '../form/use-schema-form.ts';
import { filledIn, isForMany } from '../verbs/verb-texts.ts';
import bulk from './bulk.module.css';
import styles from './bulk-verb.module.css';
import { RefusalList } from './refusal-list.tsx';
import type { Outcome } from './run-each.ts';
import type { Choice } from './selection.ts';

/** The records of a verb. */
export interface VerbTargets {
  /** Those that it is sent for, as far as they are known. */
  targets: Choice[];
  /** The number of all that are selected, and of those that it is sent for. */
  selected: number;
  count: number;
  /** All that the list shows are selected. */
  isAll: boolean;
}

interface Props extends VerbTargets {
  resource: Resource;
  verb: Verb;
  /** What the server would do with what is filled in now. */
  planned?: Outcome | undefined;
  /** The next press requests that. */
  plans?: boolean;
  /** It is being requested. */
  planning?: boolean;
  busy?: boolean;
  failure?: string | undefined;
  why?: Question | undefined;
  problems?: FieldProblem[];
  forget?: (left?: FieldProblem[]) => void;
  onType?: () => void;
  onSubmit: (body: Values | undefined) => void;
  onClose: () => void;
}

const NOTHING = {};
const NONE: FieldProblem[] = [];
const nothing = () => {};
/** The number of records that are named; the others are only counted. */
const NAMED = 3;

export function VerbQuestion(props: Props) {
  const { resource, verb, count, busy = false, failure, problems = NONE, forget = nothing } = props;
  const { planned, plans = false, planning = false, onType = nothing, onSubmit, onClose } = props;
  const root = useRef<HTMLDivElement>(null);
  const schema = useMemo(() => createSchema({ input: verb.body }) ?? NOTHING, [verb]);
  const initial = useMemo(() => defaultsOf(schema), [schema]);
  const context = useMemo(() => ({ names: {}, singular: resource.singular }), [resource]);
  const form = useSchemaForm({ schema, initial, refused: problems, forget, onType, root });
  const { body, danger, label } = verb;
  const numbers = { count: formatNumber(count), label: nounOf(resource, count) };
  return (
    <FormDialog
      title={m.verb_many_title({ label, about: m.verb_many_about(numbers) })}
      description={<About {...props} />}
      submit={{
        label: plans && !planning ? m.bulk_plan() : label,
        busy: plans ? m.bulk_planning() : m.verb_busy(),
        danger,
        early: count === 0 || planning || planned?.done === 0,
      }}
      size={body ? 'medium' : 'small'}
      question={!body}
      busy={busy}
      why={props.why}
      failure={[failure, ...form.homeless].filter(Boolean).join(' ') || undefined}
      onSubmit={() => form.check() && onSubmit(body && form.ready)}
      onClose={onClose}
    >
      {body && <SchemaFields schema={schema} form={form} root={root} context={context} />}
      <p role="status" className={bulk.status}>
        {statusOf(props)}
      </p>
      {busy && <Progress className={bulk.progress} label={label} />}
      {planned && <RefusalList refused={planned.refused} />}
    </FormDialog>
  );
}

function About({ resource, verb, targets, selected, count, isAll }: Props) {
  const numbers = { count: formatNumber(count), label: nounOf(resource, count) };
  const { confirm } = verb;
  if (isAll) return m.verb_many_all(numbers);
  return (
    <>
      <p>
        {confirm && isForMany(confirm.text) ? (
          filledIn(confirm.text, m.verb_many_about(numbers))
        ) : (
          <Unbroken>{namesOf(targets)}</Unbroken>
        )}
      </p>
      {count < selected && (
        <p className={styles.applies}>{m.verb_many_applies({ count: numbers.count, total: formatNumber(selected) })}</p>
      )}
    </>
  );
}

function statusOf({ resource, count, busy, plans, planning, planned }: Props): string | undefined {
  if (planning) return m.bulk_planning();
  if (busy && !plans) return m.verb_many_running({ count: formatNumber(count), label: nounOf(resource, count) });
  return planned && plannedMessage(resource, planned);
}

function plannedMessage(resource: Resource, { done, unchanged, refused }: Outcome): string {
  const numbers = { count: formatNumber(done), label: nounOf(resource, done) };
  if (unchanged + refused.length === 0) return m.bulk_planned(numbers);
  return m.verb_many_planned({
    ...numbers,
    unchanged: formatNumber(unchanged),
    refused: formatNumber(refused.length),
  });
}

function namesOf(targets: Choice[]): string {
  const names = targets
    .slice(0, NAMED)
    .map(({ title }) => `\u2068${title}\u2069`)
    .join(', ');
  const more = targets.length - NAMED;
  return more > 0 ? m.verb_many_names_more({ names, count: formatNumber(more) }) : names;
}
