// The position of an estimate among the others' as text, in steps so coarse that they reveal no estimate.
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
