// A month to choose a day from, next to its input. Keys are those of a grid of days: arrows, Home and End, Page Up and
// Page Down, with Shift for years.
import { m } from '@mizan/ui-kit/messages';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { dayOf } from '../formats';
import styles from './calendar.module.css';
import { FIRST_YEAR, LAST_YEAR } from './day';
import { addDays, addMonths, weekdayOf, weeksOf } from './month';
import { formatDayName, formatMonth, formatWeekdays } from './names';

interface Props {
  /** The chosen day. */
  day: string | undefined;
  least?: string | undefined;
  most?: string | undefined;
  /** The element that it is placed at. */
  anchor: RefObject<HTMLElement | null>;
  onChoose: (day: string) => void;
  onClose: () => void;
}

/** Pixels between the input and the calendar, and to the edge of the window. */
const GAP = 4;

export function Calendar({ day, least, most, anchor, onChoose, onClose }: Props) {
  const first = least ?? `${FIRST_YEAR}-01-01`;
  const last = most ?? `${LAST_YEAR}-12-31`;
  const within = (one: string) => (one < first ? first : one > last ? last : one);
  const [today] = useState(() => dayOf(new Date()));
  // The day that Tab leads to. Keys move the focus, too; the buttons of months keep it.
  const [{ day: focused, byKey }, setFocused] = useState(() => ({ day: within(day ?? today), byKey: true }));
  const panel = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const move = () => place(panel.current, anchor.current);
    panel.current?.showPopover?.();
    move();
    addEventListener('scroll', move, true);
    addEventListener('resize', move);
    return () => {
      removeEventListener('scroll', move, true);
      removeEventListener('resize', move);
    };
  }, [anchor]);
  useEffect(() => {
    if (byKey) panel.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus();
  }, [focused, byKey]);

  useEffect(() => {
    const leave = (event: Event) => {
      if (
        event.target instanceof Node &&
        (panel.current?.contains(event.target) || anchor.current?.contains(event.target))
      )
        return;
      onClose();
    };
    addEventListener('pointerdown', leave, true);
    return () => removeEventListener('pointerdown', leave, true);
  }, [anchor, onClose]);

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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={panel}
      popover="manual"
      role="dialog"
      aria-label={m.entry_calendar()}
      className={styles['panel']}
      onKeyDown={press}
    >
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
          {weeksOf(focused).map((week) => (
            <tr key={week.find(Boolean)}>
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
      return addDays(day, -weekdayOf(day));
    case 'End':
      return addDays(day, 6 - weekdayOf(day));
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

/** Below the input, or above it where there is more room. */
function place(panel: HTMLElement | null, anchor: HTMLElement | null): void {
  if (!panel || !anchor) return;
  const box = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const below = box.bottom + GAP + height <= innerHeight || box.top < height + GAP;
  const top = below ? Math.min(box.bottom + GAP, innerHeight - height - GAP) : box.top - height - GAP;
  const left = Math.min(box.left, innerWidth - width - GAP);
  panel.style.top = `${Math.max(GAP, top)}px`;
  panel.style.left = `${Math.max(GAP, left)}px`;
}
