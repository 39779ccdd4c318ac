// A number that is typed as text: what cannot be read as one becomes the number that the schema says, when one leaves
// the field or sends the form. An empty field stays empty.
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { useState } from 'react';

interface Props extends Omit<OutlinedInputProps, 'value' | 'onChange' | 'onBlur' | 'type'> {
  value: number | undefined;
  unparsed: number;
  onChange: (value: number | undefined) => void;
  onBlur: () => void;
}

/** The number that a text says; `unparsed` where it says none, and undefined where it says nothing. */
export function numberIn(text: string, unparsed: number): number | undefined {
  const typed = text.trim().replace(',', '.');
  if (typed === '') return undefined;
  const number = Number(typed);
  return Number.isFinite(number) ? number : unparsed;
}

export function NumberText({ value, unparsed, onChange, onBlur, ...rest }: Props) {
  const [text, setText] = useState(value === undefined ? '' : String(value));
  // What was typed stands as long as it says what the form holds: '25.' is not yet something else than 25.
  const shown = numberIn(text, unparsed) === value ? text : value === undefined ? '' : String(value);
  return (
    <OutlinedInput
      {...rest}
      type="text"
      value={shown}
      onChange={(event) => {
        setText(event.target.value);
        onChange(numberIn(event.target.value, unparsed));
      }}
      onBlur={() => {
        setText(value === undefined ? '' : String(value));
        onBlur();
      }}
    />
  );
}
