// The screen of one unit, for one-handed use: facts above, the amount in the middle, keys and buttons below.
import { useState } from 'react';
import { Button } from '@mizan/ui-kit/button';
import { formatDate, formatMoney } from '@mizan/ui-kit/formats';
import { CHEVRON_LEFT, CHEVRON_RIGHT, Icon } from '@mizan/ui-kit/icon';
import { m } from '@mizan/ui-kit/messages';
import { Unbroken } from '@mizan/ui-kit/unbroken';
import type { Assessment, Unit } from '../shapes';
import type { NumberKey } from '../assess/keypad';
import type { PercentStep } from '../assess/limits';
import { ProgressLine } from '../parts/progress-line';
import { bedroomName } from '../unit-formats';
import { Amount } from './amount';
import { EchoLine, type Echo } from './echo-line';
import { Facts } from './facts';
import { Keypad } from './keypad';
import styles from './assessment-page.module.css';

interface Props {
  unit: Unit;
  position: { index: number; of: number };
  /** The percentage of the project's units that are assessed. */
  percent: number;
  saved: Assessment | undefined;
  /** The nearest unit before this one that the user has assessed. */
  previous: { rent: number; number: string } | undefined;
  rent: number;
  unsaved: boolean;
  /** Unsaved, or about to be. */
  dirty: boolean;
  /** Why the last attempt to save was rejected, until something is changed. */
  problem: string | undefined;
  /** What is asked about the figure before it is saved. */
  question?: string | undefined;
  /** The position of the last saved estimate among the others'. */
  echo?: Echo | undefined;
  saving: boolean;
  move: (index: number) => void;
  press: (key: NumberKey) => void;
  step: (step: PercentStep) => void;
  type: (rent: number) => void;
  commit: () => void;
  save: () => void;
}

export function UnitScreen(props: Props) {
  const { unit, position, saving, save, question } = props;
  const { index, of } = position;
  const from = useSide(index);
  return (
    <form
      className={styles['screen']}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <ProgressLine label={m.estimator_progress()} percent={props.percent} shown />
      <Head {...props} />
      <div key={unit._id} className={styles['judged']} data-from={from}>
        <Facts unit={unit} />
        <div className={styles['entered']}>
          <Amount
            value={props.rent}
            refused={props.problem !== undefined}
            readOnly={saving}
            type={props.type}
            leave={props.commit}
          />
          <Note {...props} />
        </div>
      </div>
      <div className={styles['hand']} inert={saving}>
        <Keypad press={props.press} step={props.step} />
      </div>
      <Button wide busy={saving} type="submit">
        {saving ? m.estimator_saving() : question ? m.estimator_save_anyway() : saveLabel(index, of)}
      </Button>
    </form>
  );
}

const saveLabel = (index: number, of: number): string =>
  index === of - 1 ? m.estimator_save_submit() : m.estimator_save_continue();

/** The side from which a unit slides in, by its position relative to the previous one. */
function useSide(index: number): 'before' | 'after' | undefined {
  const [shown, setShown] = useState<{ index: number; from: 'before' | 'after' | undefined }>({
    index,
    from: undefined,
  });
  if (shown.index === index) return shown.from;
  const from = index < shown.index ? 'before' : 'after';
  setShown({ index, from });
  return from;
}

/** Why it was not saved, else the last estimate; and a question, else the position of the last saved estimate. */
function Note(props: Props) {
  const { problem, question, echo, saved, previous } = props;
  const echoed = problem === undefined && question === undefined ? echo : undefined;
  const known = !saved && previous?.number === echo?.number && previous?.rent === echo?.rent;
  return (
    <div
      className={styles['note']}
      data-problem={problem === undefined ? undefined : true}
      data-echoed={echoed ? true : undefined}
      data-asked={question === undefined ? undefined : true}
    >
      <p className={styles['last']}>
        <Unbroken>{problem ?? lastEstimation(props)}</Unbroken>
      </p>
      <EchoLine echo={echoed} question={question} known={known} />
    </div>
  );
}

function lastEstimation({ saved, previous }: Props): string {
  if (saved)
    return m.estimator_last_own({
      rent: formatMoney(saved.estimatedYearlyRentInAED),
      date: formatDate(saved.updatedAt),
    });
  return previous
    ? m.estimator_last_previous({ rent: formatMoney(previous.rent), number: previous.number })
    : m.estimator_last_none();
}

function Head({ unit, position: { index, of }, unsaved, dirty, saving, move }: Props) {
  return (
    <header className={styles['head']}>
      <Step
        to={index - 1}
        of={of}
        label={m.estimator_previous()}
        readOnly={dirty || saving}
        move={move}
        path={CHEVRON_LEFT}
        shortcut="ArrowLeft"
      />
      <div className={styles['which']}>
        <h1 className={styles['number']}>
          {/* Announced when the unit changes, but not when the mark beside it does. */}
          <span className={styles['name']} aria-live="polite">
            <Unbroken>{m.estimator_unit({ number: unit.unitNumber })}</Unbroken>
          </span>
          {unsaved && (
            <span
              className={styles['dot']}
              role="img"
              title={m.estimator_unsaved()}
              aria-label={m.estimator_unsaved()}
            />
          )}
        </h1>
        <p className={styles['position']} role="status">
          {m.estimator_position({ bedrooms: bedroomName(unit.bedrooms), position: index + 1, of })}
        </p>
      </div>
      <Step
        to={index + 1}
        of={of}
        label={m.estimator_next()}
        readOnly={dirty || saving}
        move={move}
        path={CHEVRON_RIGHT}
        shortcut="ArrowRight"
      />
    </header>
  );
}

interface StepProps {
  to: number;
  of: number;
  label: string;
  /** Cannot be saved at the moment; pressing it says why. */
  readOnly: boolean;
  move: (index: number) => void;
  path: string;
  shortcut: string;
}

function Step({ to, of, label, readOnly, move, path, shortcut }: StepProps) {
  const exists = to >= 0 && to < of;
  return (
    <button
      type="button"
      className={styles['step']}
      aria-label={label}
      title={label}
      aria-keyshortcuts={shortcut}
      aria-disabled={readOnly || !exists || undefined}
      onClick={() => exists && move(to)}
    >
      <Icon path={path} size={24} />
    </button>
  );
}
