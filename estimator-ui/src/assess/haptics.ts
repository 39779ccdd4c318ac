// What the hand feels, where the device can do that: never for those who have requested less motion.
import { motionIsReduced } from './motion';

/** In milliseconds, on and off in turn. */
const PATTERNS = { key: [8], saved: [10, 60, 18], refused: [28, 50, 28] } as const;

export function feel(what: keyof typeof PATTERNS): void {
  // A browser complains of a page that shakes the device before it was ever touched.
  if (!navigator.userActivation?.hasBeenActive || motionIsReduced()) return;
  navigator.vibrate?.(PATTERNS[what]);
}
