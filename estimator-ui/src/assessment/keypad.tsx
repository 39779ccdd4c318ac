// Percent steps and digits, within the thumb's reach. What keys do is in assess/.
import { useRef, type ComponentProps } from 'react';
import { Icon } from '@mizan/ui-kit/icon';
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
          <Icon
            size={24}
            path="M7.500 4.600h8.750a1.250 1.250 0 0 1 1.250 1.250v8.300a1.250 1.250 0 0 1-1.250 1.250H7.500L2.500 10ZM9.600 7.900l4.200 4.200M13.800 7.900l-4.200 4.200"
          />
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
