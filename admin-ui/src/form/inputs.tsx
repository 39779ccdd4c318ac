// The controls of a form: text, number, date, long text, choice, yes or no.
import Checkbox from '@mui/material/Checkbox';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import {
  enumOptionsIndexForValue,
  enumOptionsValueForIndex,
  getInputProps,
  type BaseInputTemplateProps,
  type WidgetProps,
} from '@rjsf/utils';
import type { Schema } from '@mizan/openapi/document';
import { m } from '@mizan/ui-kit/messages';
import type { ChangeEvent } from 'react';
import { ChoiceChecks } from './choice-checks.tsx';
import { noteId } from './field-shell.tsx';
import styles from './form.module.css';
import { NumberText } from './number-text.tsx';

/** The ARIA attributes of a control: its hint or error, and its name when no label is drawn. */
export function described({ id, rawErrors, hideLabel, label, schema, required }: WidgetProps | BaseInputTemplateProps) {
  const wrong = (rawErrors?.length ?? 0) > 0;
  return {
    'aria-invalid': wrong || undefined,
    'aria-required': required || undefined,
    'aria-describedby': wrong || schema.description ? noteId(id) : undefined,
    'aria-label': hideLabel ? label.replace(/-(\d+)$/, ' $1') : undefined,
  };
}

const adornment = (schema: object): string | undefined => (schema as { 'x-unit'?: string })['x-unit'];

export function TextInput(props: BaseInputTemplateProps) {
  const { id, htmlName, value, readonly, disabled, onBlur, onFocus, onChange, onChangeOverride } = props;
  const { options, schema, type, placeholder, rawErrors } = props;
  const input = getInputProps(schema, type, options);
  const unit = adornment(schema);
  const isNumber = input.type === 'number';
  const { 'x-unparsed': unparsed } = schema as Schema;
  if (isNumber && unparsed !== undefined) {
    return (
      <NumberText
        id={id}
        name={htmlName ?? id}
        fullWidth
        className={styles.short}
        value={typeof value === 'number' ? value : undefined}
        unparsed={unparsed}
        placeholder={placeholder}
        disabled={disabled}
        readOnly={readonly}
        error={(rawErrors?.length ?? 0) > 0}
        onChange={onChange}
        onBlur={() => onBlur(id, value)}
        inputProps={{ ...described(props), inputMode: 'decimal', autoComplete: 'off' }}
      />
    );
  }
  const change = (event: ChangeEvent<HTMLInputElement>) =>
    onChange(event.target.value === '' ? options.emptyValue : event.target.value);
  return (
    <OutlinedInput
      id={id}
      name={htmlName ?? id}
      type={input.type ?? 'text'}
      fullWidth
      className={isNumber || input.type === 'date' ? styles.short : undefined}
      value={value ?? ''}
      placeholder={placeholder}
      disabled={disabled}
      readOnly={readonly}
      error={(rawErrors?.length ?? 0) > 0}
      onChange={onChangeOverride ?? change}
      onBlur={() => onBlur(id, value)}
      onFocus={() => onFocus(id, value)}
      endAdornment={
        unit && (
          <InputAdornment position="end" className={styles.unit}>
            {unit}
          </InputAdornment>
        )
      }
      inputProps={{
        ...described(props),
        step: (schema as Schema)['x-step'] ?? input.step,
        min: input.min,
        max: input.max,
        dir: isNumber || input.type === 'date' ? undefined : 'auto',
        inputMode: isNumber ? (schema.type === 'integer' ? 'numeric' : 'decimal') : undefined,
        autoComplete: input.type === 'password' ? 'new-password' : 'off',
        // Scrolling the page with the wheel must not change a number.
        onWheel: isNumber ? (event: { currentTarget: HTMLElement }) => event.currentTarget.blur() : undefined,
      }}
    />
  );
}

export function LongTextInput(props: WidgetProps) {
  const { id, value, readonly, disabled, onBlur, onFocus, onChange, options, placeholder, rawErrors } = props;
  return (
    <OutlinedInput
      id={id}
      multiline
      fullWidth
      minRows={3}
      maxRows={14}
      value={value ?? ''}
      placeholder={placeholder}
      disabled={disabled}
      readOnly={readonly}
      error={(rawErrors?.length ?? 0) > 0}
      onChange={(event) => onChange(event.target.value === '' ? options.emptyValue : event.target.value)}
      onBlur={() => onBlur(id, value)}
      onFocus={() => onFocus(id, value)}
      inputProps={{ ...described(props), dir: 'auto' }}
    />
  );
}

export function DateInput(props: WidgetProps) {
  const { BaseInputTemplate } = props.registry.templates;
  return <BaseInputTemplate {...(props as BaseInputTemplateProps)} type="date" />;
}

export function ChoiceInput(props: WidgetProps) {
  const { id, value, required, readonly, disabled, multiple, onBlur, onFocus, onChange, options, rawErrors } = props;
  const { enumOptions = [], emptyValue } = options;
  const index = enumOptionsIndexForValue(value, enumOptions, multiple) as string | undefined;
  const empty = index === undefined || !required;
  return (
    <select
      id={id}
      className={styles.select}
      data-wrong={rawErrors?.length ? true : undefined}
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
      <Checkbox
        checked={Boolean(value)}
        disabled={Boolean(disabled || readonly)}
        onChange={(event) => onChange(event.target.checked)}
        slotProps={{ input: { id, 'aria-describedby': described(props)['aria-describedby'] } }}
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
