// The box of a day or a moment: the text, and a calendar that opens beside it.
import { m } from '@mizan/ui-kit/messages';
import { useRef, useState, type InputHTMLAttributes, type KeyboardEvent } from 'react';
import { Calendar } from './calendar';
import { Entry } from './entry';
import styles from './entry.module.css';

export interface CalendarEntryProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'value' | 'onChange' | 'onBlur' | 'min' | 'max'
> {
  /** The first and the last day that the calendar offers. */
  least?: string | undefined;
  most?: string | undefined;
  wrong?: boolean | undefined;
  onBlur?: () => void;
}

interface Props extends CalendarEntryProps {
  text: string;
  /** The day that the calendar shows as chosen. */
  day: string | undefined;
  meanings: string[];
  onType: (text: string) => void;
  onSettle: () => void;
  /** A day was chosen in the calendar. */
  onPick: (day: string) => void;
}

export function CalendarEntry(props: Props) {
  const { text, day, least, most, wrong, meanings, onType, onSettle, onPick, onBlur, onKeyDown, ...rest } = props;
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLSpanElement>(null);
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
      {...rest}
      value={text}
      wrong={wrong}
      box={box}
      meanings={meanings}
      onType={onType}
      onSettle={onSettle}
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
              day={day}
              least={least}
              most={most}
              anchor={box}
              onChoose={(chosen) => {
                onPick(chosen);
                close();
              }}
              onClose={close}
            />
          )}
        </>
      }
    />
  );
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
