// The widgets that a field selects by `x-widget`: radio buttons, a switch, a slider, a colour.
import type { Schema } from '@mizan/openapi/document';
import { formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import type { BaseInputTemplateProps, WidgetProps } from '@rjsf/utils';
import { isMissing } from '../fields/value.tsx';
import { labelId } from './field-shell.tsx';
import { described, TextWidget } from './inputs.tsx';
import styles from './widgets.module.css';

/** Radio buttons. */
export function RadioInput(props: WidgetProps) {
  const { id, value, required, disabled, readonly, options, onChange } = props;
  const { 'aria-invalid': wrong, 'aria-describedby': note } = described(props);
  const { enumOptions = [], emptyValue } = options;
  const choices: { value: unknown; label: string }[] = [
    ...enumOptions,
    ...(required ? [] : [{ value: emptyValue, label: m.admin_choose_none() }]),
  ];
  return (
    <div
      id={id}
      role="radiogroup"
      aria-labelledby={labelId(id)}
      aria-describedby={note}
      aria-required={required || undefined}
      aria-invalid={wrong}
      // Errors move the focus here.
      tabIndex={-1}
      className={styles.radios}
    >
      {choices.map((choice) => (
        <label key={String(choice.value)} className={styles.radio}>
          <input
            type="radio"
            name={id}
            checked={choice.value === value || (choice.value === emptyValue && isMissing(value))}
            disabled={Boolean(disabled || readonly)}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </div>
  );
}

export function SwitchInput(props: WidgetProps) {
  const { id, value, label, disabled, readonly, onChange } = props;
  return (
    <label className={styles.switch}>
      <input
        type="checkbox"
        role="switch"
        id={id}
        checked={Boolean(value)}
        aria-checked={Boolean(value)}
        disabled={Boolean(disabled || readonly)}
        aria-describedby={described(props)['aria-describedby']}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
}

/** A number between two bounds; without bounds a plain number input. */
export function SliderInput(props: WidgetProps) {
  const { id, value, required, disabled, readonly, options, onChange } = props;
  const { minimum, maximum, type, 'x-unit': unit, 'x-step': step } = props.schema as Schema;
  if (minimum === undefined || maximum === undefined) return <TextWidget {...(props as BaseInputTemplateProps)} />;
  const text = typeof value === 'number' ? formatNumber(value, 6) : m.admin_value_missing();
  const valueText = unit && typeof value === 'number' ? `${text} ${unit}` : text;
  const off = Boolean(disabled || readonly);
  return (
    <div className={styles.slider}>
      <input
        {...described(props)}
        type="range"
        id={id}
        min={minimum}
        max={maximum}
        step={step ?? (type === 'integer' ? 1 : (maximum - minimum) / 100)}
        value={typeof value === 'number' ? value : minimum}
        data-empty={typeof value === 'number' ? undefined : true}
        disabled={off}
        aria-valuetext={valueText}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      <output htmlFor={id} className={styles.value}>
        {valueText}
      </output>
      {!required && typeof value === 'number' && !off && <Clear onClear={() => onChange(options.emptyValue)} />}
    </div>
  );
}

export function ColorInput(props: WidgetProps) {
  const { id, value, required, disabled, readonly, options, onChange } = props;
  const chosen = typeof value === 'string' && value !== '';
  const off = Boolean(disabled || readonly);
  return (
    <div className={styles.color}>
      <input
        {...described(props)}
        type="color"
        id={id}
        value={chosen ? value : '#000000'}
        data-empty={chosen ? undefined : true}
        disabled={off}
        onChange={(event) => onChange(event.target.value)}
      />
      <output htmlFor={id} className={styles.value}>
        {chosen ? value : m.admin_value_missing()}
      </output>
      {!required && chosen && !off && <Clear onClear={() => onChange(options.emptyValue)} />}
    </div>
  );
}

function Clear({ onClear }: { onClear: () => void }) {
  return (
    <button type="button" className={styles.clear} onClick={onClear}>
      {m.admin_reference_clear()}
    </button>
  );
}
