// Performs a verb on the selected records: asks for confirmation or input, shows the progress, and lists rejected
// records with the reasons. Those stay selected.
import { Button } from '@mizan/ui-kit/button';
import { Progress } from '@mizan/ui-kit/skeleton';
import { formatNumber } from '@mizan/ui-kit/formats';
import { Intent } from '@mizan/ui-kit/intent';
import { m } from '@mizan/ui-kit/messages';
import { Unbroken } from '@mizan/ui-kit/unbroken';
import { useSession, type Me } from '@mizan/ui-kit/session';
import { toast } from '@mizan/ui-kit/toaster';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Values } from '../data/changes.ts';
import { isAtFields, errorMessage, type FieldProblem } from '../data/problems.ts';
import { useRecordCache } from '../data/record.ts';
import { perform } from '../data/verbs.ts';
import { nounOf } from '../document/resources.ts';
import type { Verb } from '../document/verbs.ts';
import { defaultsOf } from '../form/form-data.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { createSchema } from '../form/form-schema.ts';
import { SchemaFields } from '../form/schema-fields.tsx';
import { useSchemaForm } from '../form/use-schema-form.ts';
import { appliesTo, filledIn, isForMany } from '../verbs/verb-texts.ts';
import type { BulkProps } from './bulk-props.ts';
import styles from './bulk-verb.module.css';
import { runEach, type Outcome } from './run-each.ts';
import type { Choice, Selection } from './selection.ts';

const NOTHING = {};
// Errors are reported per record, not at fields.
const NONE: FieldProblem[] = [];
const nothing = () => {};
/** The number of records that are named; the others are only counted. */
const NAMED = 3;

interface Props extends BulkProps {
  verb: Verb;
}

export default function BulkVerb({ resource, chosen, verb, onClose, onDone }: Props) {
  const { me } = useSession();
  const [selection] = useState(() => chosen);
  const targets = useMemo(() => applying(verb, selection, me), [verb, selection, me]);
  const cache = useRecordCache(resource);
  const [step, setStep] = useState<number | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const stop = useRef<AbortController>(undefined);
  const intents = useRef(new Map<string, Intent>());
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const schema = useMemo(() => createSchema({ input: verb.body }) ?? NOTHING, [verb]);
  const initial = useMemo(() => defaultsOf(schema), [schema]);
  const context = useMemo(() => ({ names: {}, singular: resource.singular }), [resource]);
  const form = useSchemaForm({ schema, initial, refused: NONE, forget: nothing, root });
  const { body, confirm, danger, label } = verb;
  const about = m.verb_many_about({
    count: formatNumber(targets.length),
    label: nounOf(resource, targets.length),
  });

  const send = (id: string, filled: Values | undefined) => {
    const intent = intents.current.get(id) ?? new Intent();
    intents.current.set(id, intent);
    return intent.send(filled, (key) => perform(resource, id, verb.name, { body: filled, key }));
  };
  const run = async () => {
    if (stop.current) return;
    const filled = body && form.ready;
    const controller = new AbortController();
    stop.current = controller;
    setStep(0);
    const outcomes = await runEach(targets, ({ id }) => send(id, filled), {
      signal: controller.signal,
      onStep: setStep,
      reasonOf: (error) =>
        isAtFields(error) ? error.errors.map(({ message }) => message).join(' ') : errorMessage(error, m.verb_failed()),
    });
    stop.current = undefined;
    setStep(null);
    cache.performed(NOTHING_BACK);
    if (outcomes.refused.length > 0 || outcomes.left.length > 0) {
      setOutcome(outcomes);
      return;
    }
    toast.success(m.verb_many_done({ label, count: formatNumber(outcomes.done) }));
    onDone();
  };

  if (outcome) return <OutcomeDialog label={label} outcome={outcome} onClose={() => onDone(idsIn(outcome))} />;
  if (step !== null) {
    const numbers = { count: formatNumber(step), total: formatNumber(targets.length) };
    return (
      <FormDialog
        title={m.verb_many_title({ label, about })}
        busy
        cancel={null}
        aside={
          // The pressed button is gone; this is the only one left.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          <Button look="secondary" autoFocus onClick={() => stop.current?.abort()}>
            {m.verb_many_stop()}
          </Button>
        }
        onClose={onClose}
      >
        <p role="status">{m.verb_many_progress(numbers)}</p>
        <Progress className={styles.progress} label={label} done={step / targets.length} />
      </FormDialog>
    );
  }
  return (
    <FormDialog
      title={m.verb_many_title({ label, about })}
      description={
        <>
          <p>
            {confirm && isForMany(confirm.text) ? (
              filledIn(confirm.text, about)
            ) : (
              <Unbroken>{namesOf(targets)}</Unbroken>
            )}
          </p>
          {targets.length < selection.size && (
            <p className={styles.applies}>
              {m.verb_many_applies({ count: formatNumber(targets.length), total: formatNumber(selection.size) })}
            </p>
          )}
        </>
      }
      submit={{ label, danger, early: targets.length === 0 }}
      size={body ? 'medium' : 'small'}
      question={!body}
      failure={form.homeless.join(' ') || undefined}
      onSubmit={() => form.check() && void run()}
      onClose={onClose}
    >
      {body && <SchemaFields schema={schema} form={form} root={root} context={context} />}
    </FormDialog>
  );
}

const NOTHING_BACK = { record: undefined, message: undefined };

/** The selected records that the verb applies to in their current state. */
const applying = (verb: Verb, chosen: Selection, me: Me | null): Choice[] =>
  [...chosen.values()].filter(({ record }) => appliesTo(verb, record, me));

const idsIn = ({ refused, left }: Outcome): string[] => [...refused, ...left].map(({ id }) => id);

interface OutcomeProps {
  label: string;
  outcome: Outcome;
  onClose: () => void;
}

/** The result, when some records were rejected or left out. */
function OutcomeDialog({ label, outcome: { done, refused, left, halted }, onClose }: OutcomeProps) {
  const numbers = { done: formatNumber(done), refused: formatNumber(refused.length), left: formatNumber(left.length) };
  return (
    <FormDialog
      title={label}
      description={left.length > 0 ? m.verb_many_outcome_left(numbers) : m.verb_many_outcome(numbers)}
      cancel={m.verb_many_close()}
      size="medium"
      failure={halted}
      onClose={onClose}
    >
      {refused.length > 0 && (
        <ul
          className={styles.refusals}
          aria-label={m.verb_many_refused()}
          // A scrolling region must be reachable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
        >
          {refused.map(({ id, title, reason }) => (
            <li key={id}>
              <bdi>
                <Unbroken>{title}</Unbroken>
              </bdi>{' '}
              {reason}
            </li>
          ))}
        </ul>
      )}
    </FormDialog>
  );
}

function namesOf(targets: Choice[]): string {
  const names = targets
    .slice(0, NAMED)
    .map(({ title }) => `\u2068${title}\u2069`)
    .join(', ');
  const more = targets.length - NAMED;
  return more > 0 ? m.verb_many_names_more({ names, count: formatNumber(more) }) : names;
}
