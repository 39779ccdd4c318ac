// The input of a day, for every form and filter: a text in the product's form, `20 Nov 2026`, which reads others, and a
// calendar.
import { useState } from 'react';
import { CalendarEntry, type CalendarEntryProps } from './calendar-entry';
import { isBusinessDay, readDay, writeDay } from './day';
import { meaningsOf } from './problems';
import { thisYear } from './this-year';

/** A day such as `2026-11-20`, or the text that has been typed while it means none. */
export type DayEntry = string | undefined;

export interface DayInputProps extends CalendarEntryProps {
  value: DayEntry;
  onChange: (value: DayEntry) => void;
  /** A day was chosen in the calendar, after `onChange`. */
  onChoose?: (day: string) => void;
}

export function DayInput({ value, onChange, onChoose, ...rest }: DayInputProps) {
  const [text, setText] = useState(() => textOf(value));
  const shown = dayEntryOf(text) === value ? text : textOf(value);
  const reading = readDay(shown, thisYear());
  const type = (typed: string) => {
    setText(typed);
    onChange(dayEntryOf(typed));
  };
  return (
    <CalendarEntry
      placeholder={writeDay('2026-11-20')}
      {...rest}
      text={shown}
      day={reading.kind === 'read' ? reading.day : undefined}
      meanings={rest.wrong ? meaningsOf(reading) : []}
      onType={type}
      // Shows the day as it is understood.
      onSettle={() => {
        if (reading.kind === 'read') setText(writeDay(reading.day));
      }}
      onPick={(day) => {
        type(writeDay(day));
        onChoose?.(day);
      }}
    />
  );
}

const textOf = (value: DayEntry): string =>
  value !== undefined && isBusinessDay(value) ? writeDay(value) : (value ?? '');

export function dayEntryOf(text: string): DayEntry {
  const reading = readDay(text, thisYear());
  if (reading.kind === 'empty') return undefined;
  return reading.kind === 'read' ? reading.day : text;
}
