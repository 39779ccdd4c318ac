// A month to choose a day from, next to its input. Keys are those of a grid of days: arrows, Home and End, Page Up and
// Page Down, with Shift for years.
import { m } from '@mizan/ui-kit/messages';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { dayOf, dayOfWeek } from '../formats';
import { Popup, type Anchor } from '../popup';
import styles from './calendar.module.css';
import { FIRST_YEAR, LAST_YEAR } from './day';
import { addDays, addMonths, weeksOf } from './month';
import { formatDayName, formatMonth, formatWeekdays } from './names';

interface Props {
  /** The chosen day. */
  day: string | undefined;
  least?: string | undefined;
  most?: string | undefined;
  /** The element that it is placed at. */
  anchor: Anchor;
  onChoose: (day: string) => void;
  onClose: () => void;
}

export function Calendar({ day, least, most, anchor, onChoose, onClose }: Props) {
  const first = least ?? `${FIRST_YEAR}-01-01`;
  const last = most ?? `${LAST_YEAR}-12-31`;
  const within = (one: string) => (one < first ? first : one > last ? last : one);
  const [today] = useState(() => dayOf(new Date()));
  // The day that Tab leads to. Keys move the focus, too; the buttons of months keep it.
  const [{ day: focused, byKey }, setFocused] = useState(() => ({ day: within(day ?? today), byKey: true }));
  const panel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (byKey) panel.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus();
  }, [focused, byKey]);

  const turn = (next: string) => setFocused({ day: within(next), byKey: false });
  const press = (event: KeyboardEvent) => {
    // Neither the form nor the dialog around it hears these keys.
    event.stopPropagation();
    if (event.key === 'Escape' || event.key === 'Tab') {
      if (event.key === 'Tab' && !leaves(event, panel.current)) return;
      event.preventDefault();
      onClose();
      return;
    }
    const next = stepOf(event, focused);
    if (next === undefined || !(event.target as HTMLElement).dataset['day']) return;
    event.preventDefault();
    setFocused({ day: within(next), byKey: true });
  };
  return (
    <Popup anchor={anchor} role="dialog" aria-label={m.entry_calendar()} onKeyDown={press} onClose={onClose}>
      <div ref={panel} className={styles['panel']}>
        <div className={styles['head']}>
          <Step label={m.entry_year_before()} mark="«" onPress={() => turn(addMonths(focused, -12))} />
          <Step label={m.entry_month_before()} mark="‹" onPress={() => turn(addMonths(focused, -1))} />
          <p className={styles['month']} aria-live="polite">
            {formatMonth(focused)}
          </p>
          <Step label={m.entry_month_after()} mark="›" onPress={() => turn(addMonths(focused, 1))} />
          <Step label={m.entry_year_after()} mark="»" onPress={() => turn(addMonths(focused, 12))} />
        </div>
        <table aria-label={formatMonth(focused)} className={styles['days']}>
          <thead>
            <tr>
              {formatWeekdays().map(({ short, long }) => (
                <th key={long} scope="col" abbr={long}>
                  {short}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(focused).map((week, row) => (
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={row}>
                {week.map((one, index) => (
                  // oxlint-disable-next-line react/no-array-index-key
                  <td key={index}>
                    {one !== undefined && (
                      <button
                        type="button"
                        data-day={one}
                        tabIndex={one === focused ? 0 : -1}
                        aria-label={formatDayName(one)}
                        aria-current={one === today ? 'date' : undefined}
                        aria-pressed={one === day}
                        disabled={one < first || one > last}
                        className={styles['day']}
                        onClick={() => onChoose(one)}
                      >
                        {Number(one.slice(8))}
                      </button>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Popup>
  );
}

function Step({ label, mark, onPress }: { label: string; mark: string; onPress: () => void }) {
  return (
    <button type="button" className={styles['step']} aria-label={label} onClick={onPress}>
      <span aria-hidden="true">{mark}</span>
    </button>
  );
}

/** The day that a key leads to. */
function stepOf({ key, shiftKey }: KeyboardEvent, day: string): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -dayOfWeek(day));
    case 'End':
      return addDays(day, 6 - dayOfWeek(day));
    case 'PageUp':
      return addMonths(day, shiftKey ? -12 : -1);
    case 'PageDown':
      return addMonths(day, shiftKey ? 12 : 1);
    default:
      return undefined;
  }
}

/** Whether Tab would leave the calendar. */
function leaves({ shiftKey, target }: KeyboardEvent, panel: HTMLElement | null): boolean {
  const stops = [...(panel?.querySelectorAll<HTMLElement>('button:not([tabindex="-1"]):not(:disabled)') ?? [])];
  return target === (shiftKey ? stops[0] : stops.at(-1));
}
