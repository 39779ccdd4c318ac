// A segmented control: one of a few options is selected.
import { useId } from 'react';
import styles from './segments.module.css';

interface Props<Value extends string> {
  legend: string;
  /** `lang` of a label in another language than the page. */
  choices: { value: Value; label: string; lang?: string }[];
  chosen: Value;
  choose: (value: Value) => void;
}

export function Segments<Value extends string>({ legend, choices, chosen, choose }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className={styles['segments']}>
      <legend className={styles['legend']}>{legend}</legend>
      <div className={styles['choices']}>
        {choices.map(({ value, label, lang }) => (
          <label key={value} className={styles['choice']}>
            <input type="radio" name={name} value={value} checked={chosen === value} onChange={() => choose(value)} />
            <span lang={lang}>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
