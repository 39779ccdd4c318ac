// The input of a number, for every form and filter: a text, so that nothing but what is seen is ever sent. Without spin
// buttons; the wheel and the arrow keys change nothing.
import { useState, type InputHTMLAttributes } from 'react';
import { Entry } from './entry';
import { meaningsOf } from './problems';
import { readNumber, writeNumber, type Limits } from './number';

/** A number, or the text that has been typed while it means none. */
export type NumberEntry = number | string | undefined;

export interface NumberInputProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'value' | 'onChange' | 'onBlur'
> {
  value: NumberEntry;
  limits?: Limits;
  /** A text that is no number becomes this one when the input is left. */
  unparsed?: number | undefined;
  unit?: string | undefined;
  /** The value is refused. */
  wrong?: boolean | undefined;
  onChange: (value: NumberEntry) => void;
  onBlur?: () => void;
}

const NO_LIMITS: Limits = {};

export function NumberInput(props: NumberInputProps) {
  const { value, limits = NO_LIMITS, unparsed, unit, wrong, onChange, onBlur, ...rest } = props;
  const [text, setText] = useState(() => textOf(value));
  // The text is kept while it means the value: "25." on the way to 25.5.
  const shown = numberEntryOf(text, limits) === value ? text : textOf(value);
  const reading = readNumber(shown, limits);

  /** Shows the number as it is understood. */
  const settle = () => {
    if (reading.kind === 'read') setText(writeNumber(reading.value));
    if (reading.kind !== 'unreadable' || unparsed === undefined) return;
    setText(writeNumber(unparsed));
    onChange(unparsed);
  };
  const type = (typed: string) => {
    setText(typed);
    onChange(numberEntryOf(typed, limits));
  };
  return (
    <Entry
      {...rest}
      inputMode={limits.whole && (limits.minimum ?? -1) >= 0 ? 'numeric' : 'decimal'}
      value={shown}
      wrong={wrong}
      end={unit}
      meanings={wrong ? meaningsOf(reading) : []}
      onType={type}
      onSettle={settle}
      onBlur={onBlur}
    />
  );
}

const textOf = (value: NumberEntry): string => (typeof value === 'number' ? writeNumber(value) : (value ?? ''));

export function numberEntryOf(text: string, limits: Limits = NO_LIMITS): NumberEntry {
  const reading = readNumber(text, limits);
  if (reading.kind === 'empty') return undefined;
  return reading.kind === 'read' ? reading.value : text;
}
