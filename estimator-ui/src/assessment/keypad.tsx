// Percent steps and digits, within the thumb's reach. What keys do is in assess/.
import { useRef, type ComponentProps } from 'react';
import { m } from '@mizan/ui-kit/messages';
import { feel } from '../assess/haptics';
import { DELETE, THOUSAND, type NumberKey } from '../assess/keypad';
import { PERCENT_STEPS, type PercentStep } from '../assess/limits';
import styles from './keypad.module.css';

interface Props {
  press: (key: NumberKey) => void;
  step: (step: PercentStep) => void;
}

const NUMBERS: NumberKey[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, THOUSAND, 0];

export function Keypad({ press, step }: Props) {
  return (
    // Keeps the focus, so that a user who types can go on, and Enter saves.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles['keypad']} onMouseDown={(event) => event.preventDefault()}>
      <div className={styles['steps']} role="group" aria-label={m.estimator_steps()}>
        {PERCENT_STEPS.map((percent) => (
          <Key
            key={percent}
            className={styles['step']}
            aria-label={m.estimator_step({ percent: signed(percent, '-') })}
            onPress={() => step(percent)}
          >
            {m.estimator_step({ percent: signed(percent, '\u2212') })}
          </Key>
        ))}
      </div>
      <div className={styles['keys']} role="group" aria-label={m.estimator_keypad()} dir="ltr">
        {NUMBERS.map((key) => (
          <Key key={key} className={styles['key']} onPress={() => press(key)}>
            {key}
          </Key>
        ))}
        <Key className={styles['key']} data-quiet aria-label={m.estimator_delete()} onPress={() => press(DELETE)}>
          <svg
            viewBox="0 0 24 24"
            width="24"
            height="24"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.75"
            strokeLinecap="round"
            strokeLinejoin="round"
            aria-hidden="true"
          >
            <path d="M9 5.500h10.500a1.500 1.500 0 0 1 1.500 1.500v10a1.500 1.500 0 0 1-1.500 1.500H9L3 12ZM11.500 9.500l5 5M16.500 9.500l-5 5" />
          </svg>
        </Key>
      </div>
    </div>
  );
}

interface KeyProps extends ComponentProps<'button'> {
  onPress: () => void;
  'data-quiet'?: boolean;
}

/** Acts on pointer down, not on release. A click without a pointer, by keyboard or screen reader, works too. */
function Key({ onPress, ...rest }: KeyProps) {
  const pressed = useRef(false);
  const answer = (): void => {
    feel('key');
    onPress();
  };
  return (
    <button
      {...rest}
      type="button"
      onPointerDown={({ button }) => {
        if (button !== 0) return;
        pressed.current = true;
        answer();
      }}
      onClick={({ detail }) => {
        if (detail === 0 || !pressed.current) answer();
        pressed.current = false;
      }}
    />
  );
}

/** With a sign: screen readers and sighted users need different characters. */
function signed(step: PercentStep, minus: string): string {
  return step < 0 ? `${minus}${-step}` : `+${step}`;
}
