// Whether the visitor has asked the device for less motion, the hand's included.
export const motionIsReduced = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
