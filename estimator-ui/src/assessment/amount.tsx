// The amount, the largest thing on the screen. On a desktop it is a field that takes digits; elsewhere it shows what
// the keypad makes of it. A tablet may be as wide as a desktop: what counts is whether fingers or a mouse point.
import { useEffect, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { formatAed, formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { digitsOf, typedRent } from '../assess/keypad';
import styles from './amount.module.css';

const DESKTOP = '(min-width: 64rem) and (pointer: fine)';

function subscribe(listener: () => void): () => void {
  const query = matchMedia(DESKTOP);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export const useDesktop = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(DESKTOP).matches);

interface Props {
  value: number;
  refused: boolean;
  /** Nothing can be changed at the moment. */
  readOnly: boolean;
  type: (rent: number) => void;
  leave: () => void;
}

export function Amount({ value, refused, readOnly, type, leave }: Props) {
  const desktop = useDesktop();
  const hint = useId();
  const shown = value > 0 ? formatNumber(value) : '';
  const announcement = m.estimator_rent_heard({ rent: formatAed(value) });
  const [first] = useState(value);
  const [changed, setChanged] = useState(false);
  if (!changed && value !== first) setChanged(true);
  return (
    <div className={styles['amount']} data-refused={refused || undefined}>
      <p className={styles['label']} aria-hidden="true">
        {m.estimator_rent()}
      </p>
      <div className={styles['amountValue']} data-length={shown.length}>
        <span className={styles['unit']} aria-hidden="true">
          <span>{m.estimator_rent_currency()}</span>
          <span>{m.estimator_rent_period()}</span>
        </span>
        {desktop ? (
          <AmountField
            value={value}
            shown={shown}
            refused={refused}
            readOnly={readOnly}
            describedBy={hint}
            type={type}
            leave={leave}
          />
        ) : (
          <output className={styles['value']} aria-label={m.estimator_rent()} data-empty={value === 0 || undefined}>
            <span aria-hidden="true">{shown || '0'}</span>
            <span className={styles['announced']}>{announcement}</span>
          </output>
        )}
      </div>
      {desktop && (
        <>
          <p id={hint} className={styles['hint']}>
            {m.estimator_rent_hint()}
          </p>
          {/* A field says what is typed into it, and nothing of what keys do to it. */}
          <p className={styles['announced']} role="status">
            {changed && announcement}
          </p>
        </>
      )}
    </div>
  );
}

interface FieldProps extends Props {
  shown: string;
  describedBy: string;
}

/** How many digits stand after the cursor: the place that stays the same when separators come and go. */
const digitsAfter = (input: HTMLInputElement): number =>
  digitsOf(input.value.slice(input.selectionEnd ?? input.value.length)).length;

function cursorBefore(text: string, digits: number): number {
  let cursor = text.length;
  for (let left = digits; left > 0 && cursor > 0; cursor -= 1) if (/\d/.test(text.charAt(cursor - 1))) left -= 1;
  return cursor;
}

/** What is left once the digit before the cursor is gone: for a deletion that met a separator, and no digit. */
function withoutDigitBefore(text: string, after: number): string {
  const digits = digitsOf(text);
  const cursor = digits.length - after;
  return digits.slice(0, Math.max(0, cursor - 1)) + digits.slice(cursor);
}

function AmountField({ value, shown, refused, readOnly, describedBy, type, leave }: FieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const after = useRef<number>(undefined);

  // The amount is what the screen is for, and a unit that follows another is typed into at once.
  useEffect(() => field.current?.focus({ preventScroll: true }), []);

  useLayoutEffect(() => {
    const input = field.current;
    if (!input || after.current === undefined || document.activeElement !== input) return;
    const cursor = cursorBefore(input.value, after.current);
    input.setSelectionRange(cursor, cursor);
    after.current = undefined;
  });

  return (
    <input
      ref={field}
      className={styles['value']}
      name="rent"
      // The keypad is on the screen already: one that the device brings would cover it.
      inputMode="none"
      autoComplete="off"
      placeholder="0"
      readOnly={readOnly}
      aria-label={m.estimator_rent()}
      aria-describedby={describedBy}
      aria-invalid={refused || undefined}
      value={shown}
      onChange={(event) => {
        after.current = digitsAfter(event.target);
        const { nativeEvent } = event;
        const deleted = nativeEvent instanceof InputEvent && nativeEvent.inputType === 'deleteContentBackward';
        const text = event.target.value;
        const next = typedRent(deleted && typedRent(text) === value ? withoutDigitBefore(text, after.current) : text);
        type(next);
        // A separator alone was deleted, or a letter typed: nothing changes, and the field is drawn as it was.
        if (next === value) event.target.value = shown;
      }}
      onBlur={leave}
    />
  );
}
