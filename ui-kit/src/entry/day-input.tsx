// The input of a day, for every form and filter: a text in the product's form, `20 Nov 2026`, which reads others, and a
// calendar.
import { m } from '@mizan/ui-kit/messages';
import { useRef, useState, type InputHTMLAttributes, type KeyboardEvent } from 'react';
import { Calendar } from './calendar';
import { isBusinessDay, readDay, writeDay } from './day';
import { Entry } from './entry';
import styles from './entry.module.css';
import { meaningsOf } from './problems';
import { thisYear } from './this-year';

/** A day such as `2026-11-20`, or the text that has been typed while it means none. */
export type DayEntry = string | undefined;

export interface DayInputProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'value' | 'onChange' | 'onBlur' | 'min' | 'max'
> {
  value: DayEntry;
  /** The first and the last day that the calendar offers. */
  least?: string | undefined;
  most?: string | undefined;
  wrong?: boolean | undefined;
  onChange: (value: DayEntry) => void;
  /** A day was chosen in the calendar, after `onChange`. */
  onChoose?: (day: string) => void;
  onBlur?: () => void;
}

export function DayInput(props: DayInputProps) {
  const { value, least, most, wrong, onChange, onChoose, onBlur, onKeyDown, ...rest } = props;
  const [text, setText] = useState(() => textOf(value));
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLSpanElement>(null);
  const shown = dayEntryOf(text) === value ? text : textOf(value);
  const reading = readDay(shown, thisYear());

  /** Shows the day as it is understood. */
  const settle = () => {
    if (reading.kind === 'read') setText(writeDay(reading.day));
  };
  const type = (typed: string) => {
    setText(typed);
    onChange(dayEntryOf(typed));
  };
  const close = () => {
    setOpen(false);
    box.current?.querySelector('input')?.focus();
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.altKey && event.key === 'ArrowDown') {
      event.preventDefault();
      setOpen(true);
    }
    onKeyDown?.(event);
  };
  const off = Boolean(rest.disabled || rest.readOnly);
  return (
    <Entry
      placeholder={writeDay('2026-11-20')}
      {...rest}
      value={shown}
      wrong={wrong}
      box={box}
      meanings={wrong ? meaningsOf(reading) : []}
      onType={type}
      onSettle={settle}
      onBlur={onBlur}
      onKeyDown={press}
      end={
        <>
          <button
            type="button"
            className={styles['open']}
            aria-label={m.entry_calendar_open()}
            aria-haspopup="dialog"
            aria-expanded={open}
            disabled={off}
            onClick={() => setOpen(!open)}
          >
            <CalendarMark />
          </button>
          {open && (
            <Calendar
              day={reading.kind === 'read' ? reading.day : undefined}
              least={least}
              most={most}
              anchor={box}
              onChoose={(day) => {
                type(writeDay(day));
                close();
                onChoose?.(day);
              }}
              onClose={close}
            />
          )}
        </>
      }
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

function CalendarMark() {
  return (
    <svg
      viewBox="0 0 20 20"
      width="18"
      height="18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <rect x="3" y="4.500" width="14" height="12.500" rx="2" />
      <path d="M3 8.500h14M7 2.500v3.500M13 2.500v3.500" strokeLinecap="round" />
    </svg>
  );
}
