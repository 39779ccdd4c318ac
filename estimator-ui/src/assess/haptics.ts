// Vibration feedback, where the device supports it and the user has not requested reduced motion.
import { motionIsReduced } from './motion';

/** Milliseconds, alternately on and off. */
const PATTERNS = { key: [8], saved: [10, 60, 18], refused: [28, 50, 28] } as const;

export function feel(what: keyof typeof PATTERNS): void {
  // Browsers log a warning about vibration before the first user activation.
  if (!navigator.userActivation?.hasBeenActive || motionIsReduced()) return;
  navigator.vibrate?.(PATTERNS[what]);
}
