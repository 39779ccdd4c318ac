// The options of an import: how to handle existing records, repeated rows, and empty cells.
import { m } from '@mizan/ui-kit/messages';
import { useId } from 'react';
import { EMPTY, EXISTING, REPEATED, type ImportOptions } from './import-data.ts';
import styles from './import.module.css';

interface Props {
  options: ImportOptions;
  busy: boolean;
  onChoose: (options: ImportOptions) => void;
}

type ChoiceTexts = Record<string, { title: () => string; text: () => string }>;

const existing: ChoiceTexts = {
  error: { title: m.import_existing_error, text: m.import_existing_error_text },
  skip: { title: m.import_existing_skip, text: m.import_existing_skip_text },
  update: { title: m.import_existing_update, text: m.import_existing_update_text },
};

const repeated: ChoiceTexts = {
  error: { title: m.import_repeated_error, text: m.import_repeated_error_text },
  first: { title: m.import_repeated_first, text: m.import_repeated_first_text },
  last: { title: m.import_repeated_last, text: m.import_repeated_last_text },
};

const empty: ChoiceTexts = {
  clear: { title: m.import_empty_clear, text: m.import_empty_clear_text },
  keep: { title: m.import_empty_keep, text: m.import_empty_keep_text },
};

export function Doubles({ options, busy, onChoose }: Props) {
  return (
    <div className={styles.doubles}>
      <Choice
        legend={m.import_existing()}
        of={EXISTING}
        texts={existing}
        value={options.existing}
        busy={busy}
        onChange={(value) => onChoose({ ...options, existing: value })}
      />
      <Choice
        legend={m.import_repeated()}
        of={REPEATED}
        texts={repeated}
        value={options.repeated}
        busy={busy}
        onChange={(value) => onChoose({ ...options, repeated: value })}
      />
      {options.existing === 'update' && (
        <Choice
          legend={m.import_empty()}
          of={EMPTY}
          texts={empty}
          value={options.empty}
          busy={busy}
          onChange={(value) => onChoose({ ...options, empty: value })}
        />
      )}
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  legend: string;
  of: readonly Value[];
  texts: ChoiceTexts;
  value: Value;
  busy: boolean;
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ legend, of, texts, value, busy, onChange }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.choice} disabled={busy}>
      <legend className={styles.legend}>{legend}</legend>
      {of.map((one) => (
        <div key={one} className={styles.option}>
          <input
            type="radio"
            id={`${name}${one}`}
            className={styles.radio}
            name={name}
            checked={one === value}
            aria-describedby={`${name}${one}text`}
            onChange={() => onChange(one)}
          />
          <label htmlFor={`${name}${one}`} className={styles.optionTitle}>
            {texts[one]?.title()}
          </label>
          <span id={`${name}${one}text`} className={styles.optionText}>
            {texts[one]?.text()}
          </span>
        </div>
      ))}
    </fieldset>
  );
}
