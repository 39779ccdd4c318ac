// Whether the user prefers reduced motion, which includes vibration.
export const motionIsReduced = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
