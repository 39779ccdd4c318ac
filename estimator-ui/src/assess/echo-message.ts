// Where an estimate stands to the others', in steps so coarse that no user can read an estimate out of them, and as text.
import { m } from '@mizan/ui-kit/messages';
import type { EchoLevel } from '../shapes';

const MESSAGES: Record<EchoLevel, () => string> = {
  muchLower: m.estimator_echo_much_lower,
  lower: m.estimator_echo_lower,
  same: m.estimator_echo_same,
  higher: m.estimator_echo_higher,
  muchHigher: m.estimator_echo_much_higher,
};

export const echoMessage = (level: EchoLevel): string => MESSAGES[level]();
