import { dayOf } from '../formats';

/** The year in the product's time zone, of a day that is typed without one. */
export const thisYear = (): number => Number(dayOf(new Date()).slice(0, 4));
