// How the file is read, as guessed from it or as chosen, and the controls to change it.
import { Button } from '@mizan/ui-kit/button';
import { m } from '@mizan/ui-kit/messages';
import unseen from '@mizan/ui-kit/unseen.module.css';
import { useId, useState } from 'react';
import { FieldShell } from '../form/field-shell.tsx';
import form from '../form/form.module.css';
import styles from './writing-choice.module.css';
import {
  CHOICES,
  describeWriting,
  LABELS,
  partsFor,
  shortLabel,
  type Chosen,
  type Writing,
  type WritingPart,
} from './writing.ts';

interface Props {
  writing: Writing;
  chosen: Chosen;
  busy: boolean;
  onChoose: (chosen: Chosen) => void;
}

export function WritingChoice({ writing, chosen, busy, onChoose }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const list = describeWriting(writing);
  return (
    <div className={styles.writing}>
      <div className={styles.head}>
        <p className={styles.text}>
          {list === '' ? m.import_writing_workbook() : m.import_writing({ list: `\u2068${list}\u2069` })}
        </p>
        <Button look="quiet" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {m.import_writing_change()}
        </Button>
      </div>
      <fieldset id={id} className={styles.parts} hidden={!open} disabled={busy}>
        <legend className={unseen.unseen}>{m.import_writing_legend()}</legend>
        {partsFor(writing).map((part) => (
          <Part
            key={part}
            part={part}
            guess={chosen[part] === undefined ? writing[part] : undefined}
            value={chosen[part]}
            onChange={(value) => onChoose({ ...chosen, [part]: value })}
          />
        ))}
      </fieldset>
    </div>
  );
}

interface PartProps {
  part: WritingPart;
  guess: string | undefined;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

function Part({ part, guess, value, onChange }: PartProps) {
  const id = useId();
  return (
    <FieldShell id={id} label={LABELS[part]()}>
      <select
        id={id}
        className={form.select}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || undefined)}
      >
        <option value="">
          {guess === undefined
            ? m.import_writing_guess()
            : m.import_writing_guess_is({ value: shortLabel(part, guess) })}
        </option>
        {CHOICES[part].map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label()}
          </option>
        ))}
      </select>
    </FieldShell>
  );
}

const QUESTIONS: Partial<Record<WritingPart, () => string>> = {
  dateOrder: m.import_ask_dates,
  numbers: m.import_ask_numbers,
};

/** The question of the first part that the file leaves open. */
export const questionOf = ({ asks: [first] = [] }: Writing): string | undefined => first && QUESTIONS[first]?.();

/** Asks what the file leaves open; an answer checks it again. */
export function WritingQuestions({
  writing: { asks = [] },
  busy,
  onAnswer,
}: {
  writing: Writing;
  busy: boolean;
  onAnswer: (part: WritingPart, value: string) => void;
}) {
  const id = useId();
  return asks.map((part) => (
    <div key={part} className={styles.question} role="group" aria-labelledby={id + part}>
      <p id={id + part}>{QUESTIONS[part]?.()}</p>
      <div className={styles.answers}>
        {CHOICES[part]
          // A date that begins with its year is never read in two ways.
          .filter(({ value }) => value !== 'yearMonthDay')
          .map(({ value, label }) => (
            <Button look="secondary" key={value} disabled={busy} onClick={() => onAnswer(part, value)}>
              {label()}
            </Button>
          ))}
      </div>
    </div>
  ));
}
