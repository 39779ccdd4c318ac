// Performs a verb on one record after the other, with the dialog that shows the progress and stops it.
import { Button } from '@mizan/ui-kit/button';
import { formatNumber } from '@mizan/ui-kit/formats';
import { Intent } from '@mizan/ui-kit/intent';
import { m } from '@mizan/ui-kit/messages';
import { Progress } from '@mizan/ui-kit/skeleton';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Values } from '../data/changes.ts';
import { errorMessage, isAtFields } from '../data/problems.ts';
import { perform } from '../data/verbs.ts';
import { nounOf, type Resource } from '../document/resources.ts';
import type { Verb } from '../document/verbs.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import styles from './bulk-verb.module.css';
import { runEach, type Outcome } from './run-each.ts';
import type { Choice } from './selection.ts';

export function useRunEach(
  resource: Resource,
  verb: Verb,
  targets: Choice[],
  /** Gets what the requests of those that succeeded returned, too. */
  onEnd: (outcome: Outcome, answers: object[]) => void,
): { run: (body: Values | undefined) => Promise<void>; progress: ReactNode } {
  const [step, setStep] = useState<number | null>(null);
  const stop = useRef<AbortController>(undefined);
  const intents = useRef(new Map<string, Intent>());
  useEffect(() => () => stop.current?.abort(), []);

  const send = (id: string, body: Values | undefined) => {
    const intent = intents.current.get(id) ?? new Intent();
    intents.current.set(id, intent);
    return intent.send(body, (key) => perform(resource, id, verb.name, { body, key }));
  };
  const run = async (body: Values | undefined) => {
    if (stop.current) return;
    const controller = new AbortController();
    stop.current = controller;
    setStep(0);
    const answers: object[] = [];
    const outcome = await runEach(targets, async ({ id }) => answers.push(await send(id, body)), {
      signal: controller.signal,
      onStep: setStep,
      reasonOf: (error) =>
        isAtFields(error) ? error.errors.map(({ message }) => message).join(' ') : errorMessage(error, m.verb_failed()),
    });
    stop.current = undefined;
    setStep(null);
    onEnd(outcome, answers);
  };
  if (step === null) return { run, progress: undefined };

  const { label } = verb;
  const about = m.verb_many_about({ count: formatNumber(targets.length), label: nounOf(resource, targets.length) });
  const progress = (
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
      onClose={nothing}
    >
      <p role="status">{m.verb_many_progress({ count: formatNumber(step), total: formatNumber(targets.length) })}</p>
      <Progress className={styles.progress} label={label} done={step / targets.length} />
    </FormDialog>
  );
  return { run, progress };
}

const nothing = () => {};
