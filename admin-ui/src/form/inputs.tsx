// The controls of a form: text, number, date, long text, choice, yes or no.
import {
  enumOptionsIndexForValue,
  enumOptionsValueForIndex,
  getInputProps,
  type BaseInputTemplateProps,
  type WidgetProps,
} from '@rjsf/utils';
import type { Schema } from '@mizan/openapi/document';
import controls from '@mizan/ui-kit/control.module.css';
import { DayInput } from '@mizan/ui-kit/day-input';
import { m } from '@mizan/ui-kit/messages';
import { MomentInput } from '@mizan/ui-kit/moment-input';
import type { Limits } from '@mizan/ui-kit/number';
import { NumberInput } from '@mizan/ui-kit/number-input';
import type { ChangeEvent } from 'react';
import { kindOf } from '../document/schema.ts';
import { ChoiceChecks } from './choice-checks.tsx';
import { noteId } from './field-shell.tsx';
import styles from './form.module.css';

/** The ARIA attributes of a control: its hint or error, and its name when no label is drawn. */
export function described(props: WidgetProps | BaseInputTemplateProps) {
  const { id, hideLabel, label, schema, required } = props;
  const wrong = isWrong(props);
  return {
    'aria-invalid': wrong || undefined,
    'aria-required': required || undefined,
    'aria-describedby': wrong || schema.description ? noteId(id) : undefined,
    'aria-label': hideLabel ? label.replace(/-(\d+)$/, ' $1') : undefined,
  };
}

/** The server or the schema rejects the value. */
export const isWrong = ({ rawErrors }: Pick<WidgetProps, 'rawErrors'>): boolean => (rawErrors?.length ?? 0) > 0;

/** What all inputs share that are typed into. */
function typed(props: WidgetProps | BaseInputTemplateProps) {
  const { id, value, disabled, readonly, onBlur, onFocus } = props;
  return {
    ...described(props),
    id,
    disabled,
    readOnly: readonly,
    onBlur: () => onBlur(id, value),
    onFocus: () => onFocus(id, value),
  };
}

/** The limits of a number's schema. */
export const limitsOf = ({ type, minimum, maximum }: Schema): Limits => ({
  whole: type === 'integer',
  minimum,
  maximum,
});

/** A text or a number; dates have an input of their own. */
export function TextWidget(props: BaseInputTemplateProps) {
  const { id, htmlName, value, onChange, onChangeOverride, options, schema, type, placeholder } = props;
  const input = getInputProps(schema, type, options);
  if (kindOf(schema as Schema) === 'number') return <NumberField {...props} />;
  const change = (event: ChangeEvent<HTMLInputElement>) =>
    onChange(event.target.value === '' ? options.emptyValue : event.target.value);
  return (
    <input
      {...typed(props)}
      name={htmlName ?? id}
      type={input.type ?? 'text'}
      className={controls.control}
      dir="auto"
      autoComplete={input.type === 'password' ? 'new-password' : 'off'}
      value={value ?? ''}
      placeholder={placeholder}
      onChange={onChangeOverride ?? change}
    />
  );
}

function NumberField(props: BaseInputTemplateProps) {
  const { id, htmlName, value, onChange, options, placeholder } = props;
  const schema = props.schema as Schema;
  return (
    <div className={styles.short}>
      <NumberInput
        {...typed(props)}
        name={htmlName ?? id}
        value={value ?? undefined}
        limits={limitsOf(schema)}
        unparsed={schema['x-unparsed']}
        unit={schema['x-unit']}
        wrong={isWrong(props)}
        placeholder={placeholder}
        // What the schema says, for programs that fill in the form.
        step={schema['x-step']}
        min={schema.minimum}
        max={schema.maximum}
        onChange={(entry) => onChange(entry ?? options.emptyValue)}
      />
    </div>
  );
}

export function LongTextInput(props: WidgetProps) {
  const { value, onChange, options, placeholder } = props;
  return (
    <textarea
      {...typed(props)}
      rows={3}
      className={controls.control}
      dir="auto"
      value={value ?? ''}
      placeholder={placeholder}
      onChange={(event) => onChange(event.target.value === '' ? options.emptyValue : event.target.value)}
    />
  );
}

export const DateWidget = (props: WidgetProps) => <EntryInput {...props} of={DayInput} />;

export const DateTimeWidget = (props: WidgetProps) => <EntryInput {...props} of={MomentInput} />;

function EntryInput({ of: Input, ...props }: WidgetProps & { of: typeof DayInput | typeof MomentInput }) {
  const { id, value, onChange, options } = props;
  return (
    <div className={styles.short}>
      <Input
        {...typed(props)}
        name={id}
        value={value ?? undefined}
        wrong={isWrong(props)}
        onChange={(entry) => onChange(entry ?? options.emptyValue)}
      />
    </div>
  );
}

export function ChoiceInput(props: WidgetProps) {
  const { id, value, required, readonly, disabled, multiple, onBlur, onFocus, onChange, options } = props;
  const { enumOptions = [], emptyValue } = options;
  const index = enumOptionsIndexForValue(value, enumOptions, multiple) as string | undefined;
  const empty = index === undefined || !required;
  return (
    <select
      id={id}
      className={styles.select}
      value={index ?? ''}
      disabled={disabled || readonly}
      onChange={(event) =>
        onChange(event.target.value === '' ? emptyValue : enumOptionsValueForIndex(event.target.value, enumOptions))
      }
      onBlur={() => onBlur(id, value)}
      onFocus={() => onFocus(id, value)}
      {...described(props)}
    >
      {empty && <option value="">{required ? m.admin_choose() : m.admin_choose_none()}</option>}
      {enumOptions.map((option, at) => (
        <option key={String(option.value)} value={at}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

export function YesNoInput(props: WidgetProps) {
  const { id, value, label, disabled, readonly, onChange } = props;
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        id={id}
        className={controls.checkbox}
        checked={Boolean(value)}
        disabled={Boolean(disabled || readonly)}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={described(props)['aria-describedby']}
      />
      {label}
    </label>
  );
}

export function ChoicesInput(props: WidgetProps) {
  const { id, value, disabled, readonly, options, onChange } = props;
  const { 'aria-invalid': wrong, 'aria-describedby': note } = described(props);
  return (
    <ChoiceChecks
      id={id}
      all={options.enumOptions ?? []}
      chosen={Array.isArray(value) ? value : []}
      wrong={wrong}
      note={note}
      disabled={Boolean(disabled || readonly)}
      onChange={onChange}
    />
  );
}
