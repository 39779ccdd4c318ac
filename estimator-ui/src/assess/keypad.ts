// What a key does to the entered number. An empty field is 0: a number never begins with one.
import { KEYPAD } from './limits';

export type Question = keyof typeof KEYPAD;
export type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
export const DELETE = 'delete';
/** Three zeros: rents are thousands. */
export const THOUSAND = '000';
export type NumberKey = Digit | typeof THOUSAND | typeof DELETE;

/** The number after a key; one that would make it too long or too large is ignored. */
export function press(question: Question, value: number, key: NumberKey): number {
  if (key === DELETE) return Math.floor(value / 10);
  const { digits, most } = KEYPAD[question];
  const next = key === THOUSAND ? value * 1000 : value * 10 + key;
  return String(next).length > digits || next > most ? value : next;
}

/** Arabic-Indic digits, and those of Persian and Urdu. */
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;

/** The digits of a typed text as Latin ones; everything else is ignored. */
export function digitsOf(text: string): string {
  return text.replace(OTHER_DIGITS, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf)).replace(/[^0-9]/g, '');
}

/** Decimals at the end of a pasted amount, as in "12,000.00". */
const FILS = /[.\u066b]\p{Nd}{1,2}\P{Nd}*$/u;

/** The rent of a text field, cut at the length that the keypad allows. */
export function typedRent(text: string): number {
  return Number(digitsOf(text.replace(FILS, '')).replace(/^0+/, '').slice(0, KEYPAD.rent.digits));
}
