// The box of a day or a moment: the text, and a calendar that opens beside it.
import { m } from '@mizan/ui-kit/messages';
import { useRef, useState, type InputHTMLAttributes, type KeyboardEvent } from 'react';
import { Icon } from '../icon';
import { Calendar } from './calendar';
import { Entry } from './entry';
import styles from './entry.module.css';

const CALENDAR =
  'M5 4h10a2 2 0 0 1 2 2v8.500a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2ZM3 8.500h14M7 2.500v3.500M13 2.500v3.500';

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
            <Icon path={CALENDAR} size={18} />
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
