// The box of a number or a day: the text, what is beside it, and the meanings of an unclear text, to choose from.
import { m } from '@mizan/ui-kit/messages';
import { useRef, type InputHTMLAttributes, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import styles from './entry.module.css';

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'onBlur' | 'type'> {
  value: string;
  wrong: boolean | undefined;
  /** A unit of measure or a button, at the end of the box. */
  end?: ReactNode;
  /** Other texts that are offered. */
  meanings: string[];
  box?: Ref<HTMLSpanElement>;
  onType: (text: string) => void;
  /** The text is complete: it has been left, or is submitted. */
  onSettle: () => void;
  onBlur: (() => void) | undefined;
}

export function Entry({ wrong, end, meanings, box, onType, onSettle, onBlur, onKeyDown, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') onSettle();
    onKeyDown?.(event);
  };
  return (
    <span className={styles['entry']}>
      <span
        ref={box}
        className={styles['box']}
        data-wrong={wrong || undefined}
        data-disabled={rest.disabled || undefined}
      >
        <input
          // What browsers know of a number or a day would be offered as a text.
          autoComplete="off"
          spellCheck={false}
          // Numbers and days run from left to right in every language.
          dir="ltr"
          aria-invalid={wrong || undefined}
          {...rest}
          ref={input}
          type="text"
          className={styles['input']}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={press}
          onBlur={() => {
            onSettle();
            onBlur?.();
          }}
        />
        {typeof end === 'string' ? (
          <span className={styles['unit']} aria-hidden="true">
            {end}
          </span>
        ) : (
          end
        )}
      </span>
      {meanings.length > 0 && (
        <span className={styles['meanings']}>
          {meanings.map((meaning) => (
            <button
              key={meaning}
              type="button"
              className={styles['meaning']}
              aria-label={m.entry_use({ value: meaning })}
              onClick={() => {
                onType(meaning);
                input.current?.focus();
              }}
            >
              {meaning}
            </button>
          ))}
        </span>
      )}
    </span>
  );
}
