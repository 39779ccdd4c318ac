// Performs a verb on the selected records: asks for confirmation or input, shows the progress, and lists rejected
// records with the reasons. Those stay selected. One request where the server offers it, else one for each record.
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { useSession, type Me } from '@mizan/ui-kit/session';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Values } from '../data/changes.ts';
import { isAtFields } from '../data/problems.ts';
import { useRecordCache } from '../data/record.ts';
import { useUndoToast } from '../data/undo-toast.ts';
import { performMany, type BulkPerformed } from '../data/verbs.ts';
import type { Verb } from '../document/verbs.ts';
import { useSubmit } from '../form/use-submit.ts';
import { oppositeOf } from '../verbs/use-perform.ts';
import { appliesTo } from '../verbs/verb-texts.ts';
import { BulkOutcome } from './bulk-outcome.tsx';
import { sizeOf, type BulkProps } from './bulk-props.ts';
import { refusalsOf } from './refusals.ts';
import { useRunEach } from './use-run-each.tsx';
import type { Outcome } from './run-each.ts';
import type { Choice, Chosen } from './selection.ts';
import { VerbQuestion, type VerbTargets } from './verb-question.tsx';

interface Props extends BulkProps {
  verb: Verb;
}

interface Sent {
  body: Values | undefined;
  dryRun: boolean;
}

export default function BulkVerb(props: Props) {
  return props.verb.bulk === undefined ? <OneByOne {...props} /> : <AtOnce {...props} />;
}

/** The records as they were when the dialog was opened. */
function useTargets({ verb, chosen, all }: Props): VerbTargets & Pick<BulkProps, 'all'> {
  const { me } = useSession();
  const [of] = useState({ chosen, all });
  return useMemo(() => {
    const targets = applying(verb, of.chosen, me);
    const count = of.all?.total ?? targets.length;
    return { targets, count, selected: sizeOf(of), isAll: of.all !== undefined, all: of.all };
  }, [verb, of, me]);
}

function AtOnce(props: Props) {
  const { resource, verb, onClose, onDone } = props;
  const { all, ...targets } = useTargets(props);
  const ids = targets.targets.map(({ id }) => id);
  const titles = targets.targets.map(({ title }) => title);
  const cache = useRecordCache(resource);
  const report = useUndoToast(resource);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [planned, setPlanned] = useState<Outcome>();
  const sending = useSubmit({
    send: async ({ body, dryRun }: Sent, key) => ({
      dryRun,
      performed: await performMany(resource, verb.name, all?.where ?? ids, { body, key, dryRun }),
    }),
    onDone({ dryRun, performed }) {
      const result = outcomeOf(performed, targets.targets);
      if (dryRun) {
        setPlanned(result);
        return;
      }
      cache.performed(NOTHING_BACK);
      if (result.refused.length > 0) setOutcome(result);
      else {
        report(doneMessage(verb, performed), performed, {
          operation: performed.done > 0 ? verb.operation : undefined,
          by: [oppositeOf(resource, verb)],
        });
        onDone();
      }
    },
    onError: (error) =>
      isAtFields(error) ? { problems: refusalsOf(error.errors, resource.idsField, titles) } : undefined,
    failed: m.verb_failed(),
  });
  // A confirmation says at once what would happen; a form when it is filled in, unless all records are named anyway.
  const { submit } = sending;
  const plan = useRef(submit);
  useEffect(() => {
    if (!verb.body) void plan.current({ body: undefined, dryRun: true });
  }, [verb]);
  if (outcome) return <BulkOutcome label={verb.label} outcome={outcome} onClose={() => onDone(idsIn(outcome))} />;
  const plans = planned === undefined && (targets.isAll || !verb.body);
  // The confirmation can be cancelled meanwhile.
  const planning = plans && !verb.body && !sending.failure && sending.problems.length === 0;
  return (
    <VerbQuestion
      {...{ resource, verb, planned, plans, planning, onClose }}
      {...targets}
      busy={sending.busy && !planning}
      why={sending.why}
      failure={sending.failure}
      problems={sending.problems}
      forget={sending.forget}
      onType={() => setPlanned(undefined)}
      onSubmit={(body) => void submit({ body, dryRun: plans })}
    />
  );
}

function OneByOne(props: Props) {
  const { resource, verb, onClose, onDone } = props;
  const { all: _all, ...targets } = useTargets(props);
  const cache = useRecordCache(resource);
  const report = useUndoToast(resource);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { run, progress } = useRunEach(resource, verb, targets.targets, (result, answers) => {
    cache.performed(NOTHING_BACK);
    if (result.done > 0)
      report(doneMessage(verb, result), answers, { operation: verb.operation, by: [oppositeOf(resource, verb)] });
    if (result.refused.length > 0 || result.left.length > 0) setOutcome(result);
    else onDone();
  });
  if (outcome) return <BulkOutcome label={verb.label} outcome={outcome} onClose={() => onDone(idsIn(outcome))} />;
  return progress ?? <VerbQuestion {...{ resource, verb, onClose }} {...targets} onSubmit={(body) => void run(body)} />;
}

const NOTHING_BACK = { record: undefined, message: undefined };

/** The selected records that the verb applies to in their current state. */
const applying = (verb: Verb, chosen: Chosen, me: Me | null): Choice[] =>
  [...chosen.values()].filter(({ record }) => appliesTo(verb, record, me));

function outcomeOf({ done, unchanged, refused }: BulkPerformed, targets: Choice[]): Outcome {
  const titles = new Map(targets.map(({ id, title }) => [id, title]));
  return {
    done,
    unchanged,
    refused: refused.map(({ _id: id, title, detail }) => ({
      id,
      title: titles.get(id) ?? title ?? id,
      reason: detail,
    })),
    left: [],
  };
}

function doneMessage({ label }: Verb, { done, unchanged }: Pick<Outcome, 'done' | 'unchanged'>): string {
  const count = formatNumber(done);
  return unchanged > 0
    ? m.verb_many_done_some({ label, count, unchanged: formatNumber(unchanged) })
    : m.verb_many_done({ label, count });
}

const idsIn = ({ refused, left }: Outcome): string[] => [...refused, ...left].map(({ id }) => id);
