// A number that is entered as text. On blur or submit, text that is no number becomes the number that the schema
// defines. An empty field stays empty.
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { useState } from 'react';

interface Props extends Omit<OutlinedInputProps, 'value' | 'onChange' | 'onBlur' | 'type'> {
  value: number | undefined;
  unparsed: number;
  onChange: (value: number | undefined) => void;
  onBlur: () => void;
}

/** Parses a number: `unparsed` for text that is none, undefined for empty text. */
export function numberIn(text: string, unparsed: number): number | undefined {
  const typed = text.trim().replace(',', '.');
  if (typed === '') return undefined;
  const number = Number(typed);
  return Number.isFinite(number) ? number : unparsed;
}

export function NumberText({ value, unparsed, onChange, onBlur, ...rest }: Props) {
  const [text, setText] = useState(value === undefined ? '' : String(value));
  // Keeps the text while it means the form's value: '25.' while typing.
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
