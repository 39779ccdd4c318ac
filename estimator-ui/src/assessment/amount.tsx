// The amount, the largest element of the screen. With a mouse it is a text field; on touch devices it shows what the
// keypad enters. The pointer decides, not the width: a tablet may be as wide as a desktop.
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { formatMoney, formatNumber } from '@mizan/ui-kit/formats';
import { m } from '@mizan/ui-kit/messages';
import { digitsOf, typedRent } from '../assess/keypad';
import { useMedia } from '@mizan/ui-kit/use-media';
import styles from './amount.module.css';

const useDesktop = (): boolean => useMedia('(min-width: 64rem) and (pointer: fine)');

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
  const announcement = m.estimator_rent_heard({ rent: formatMoney(value) });
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
          {/* Announces changes by keys, which a text field does not. */}
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

/** The number of digits after the cursor, which stays the same when separators are added or removed. */
const digitsAfter = (input: HTMLInputElement): number =>
  digitsOf(input.value.slice(input.selectionEnd ?? input.value.length)).length;

function cursorBefore(text: string, digits: number): number {
  let cursor = text.length;
  for (let left = digits; left > 0 && cursor > 0; cursor -= 1) if (/\d/.test(text.charAt(cursor - 1))) left -= 1;
  return cursor;
}

/** The number without the digit before the cursor, for a deletion that hit a separator. */
function withoutDigitBefore(text: string, after: number): string {
  const digits = digitsOf(text);
  const cursor = digits.length - after;
  return digits.slice(0, Math.max(0, cursor - 1)) + digits.slice(cursor);
}

function AmountField({ value, shown, refused, readOnly, describedBy, type, leave }: FieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const after = useRef<number>(undefined);

  // Focuses the amount, so that the user can type in each new unit at once.
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
      // Suppresses the device's keypad, which would cover ours.
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
        // Only a separator was deleted, or a letter typed: restores the text.
        if (next === value) event.target.value = shown;
      }}
      onBlur={leave}
    />
  );
}
