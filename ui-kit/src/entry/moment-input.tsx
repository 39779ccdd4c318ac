// The input of a moment: a text in the product's form and time zone, `20 Nov 2026, 14:05`, which reads others, and a
// calendar for its day.
import { useState } from 'react';
import { CalendarEntry, type CalendarEntryProps } from './calendar-entry';
import { isMoment, readMoment, writeAt, writeMoment } from './moment';
import { meaningsOf } from './problems';
import { thisYear } from './this-year';
import { clockOf, dayOf, formatDate } from '../formats';

/** A moment such as `2026-11-20T05:30:00Z`, or the text that has been typed while it means none. */
export type MomentEntry = string | undefined;

export interface MomentInputProps extends CalendarEntryProps {
  value: MomentEntry;
  onChange: (value: MomentEntry) => void;
}

export function MomentInput({ value, onChange, ...rest }: MomentInputProps) {
  const [text, setText] = useState(() => textOf(value));
  const shown = momentEntryOf(text) === value ? text : textOf(value);
  const reading = readMoment(shown, thisYear());
  const at = reading.kind === 'read' ? new Date(reading.moment) : undefined;
  const type = (typed: string) => {
    setText(typed);
    onChange(momentEntryOf(typed));
  };
  return (
    <CalendarEntry
      placeholder={writeMoment('2026-11-20T10:05:00Z')}
      {...rest}
      text={shown}
      day={at && dayOf(at)}
      meanings={rest.wrong ? meaningsOf(reading) : []}
      onType={type}
      // Shows the moment as it is understood.
      onSettle={() => {
        if (reading.kind === 'read') setText(writeMoment(reading.moment));
      }}
      // The time of day stays, or is still to be typed.
      onPick={(day) => type(at ? writeAt(day, clockOf(at)) : `${formatDate(day)}, `)}
    />
  );
}

const textOf = (value: MomentEntry): string =>
  value !== undefined && isMoment(value) ? writeMoment(value) : (value ?? '');

export function momentEntryOf(text: string): MomentEntry {
  const reading = readMoment(text, thisYear());
  if (reading.kind === 'empty') return undefined;
  return reading.kind === 'read' ? reading.moment : text;
}
