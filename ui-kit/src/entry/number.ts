// Reads a number that is typed as text, and writes one. Nothing is guessed: a text either means one number, or two that
// the user is asked about, or none.
import { decimalSign } from '../formats';
import { plain } from './characters';

export type NumberReading =
  | { kind: 'empty' }
  | { kind: 'read'; value: number }
  /** The text may mean these. */
  | { kind: 'unclear'; values: number[] }
  | { kind: 'unreadable' };

/** Limits that decide between two meanings. A number outside of them is still read, and refused by the schema. */
export interface Limits {
  whole?: boolean | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
}

/** Groups of three digits, or of lakh and crore, with one sign throughout. */
const GROUPED = /^(?:[1-9]\d{0,2}([.,٬' ])\d{3}(?:\1\d{3})*|[1-9]\d?([.,٬' ])\d{2}(?:\2\d{2})*\2\d{3})$/;
const GROUP_SIGNS = /[.,٬' ]/g;
/** A number has this many digits without losing any. */
const EXACT_DIGITS = 15;

export function readNumber(text: string, limits: Limits = {}): NumberReading {
  const typed = inOurSigns(plain(text));
  if (typed === '') return { kind: 'empty' };
  const [, sign = '', body = ''] = /^([+-]?) ?(\d.*|[.,٫]\d+)$/.exec(typed) ?? [];
  const signed = (number: number) => (sign === '-' && number !== 0 ? -number : number);
  const whole = wholeIn(body);
  const decimal = decimalIn(body);

  // A comma with three digits is a group, and a full stop begins decimals.
  const found = body.includes(',') && whole !== undefined ? [whole, decimal] : [decimal, whole];
  const values = found.filter((one) => one !== undefined).map(signed);
  const [first] = values;
  if (first === undefined) return { kind: 'unreadable' };
  const fitting = values.filter((one) => fits(one, limits));

  const slipped = slippedGroup(body);
  if (slipped !== undefined) {
    const both = [first, signed(slipped)];
    const possible = both.filter((one) => fits(one, limits));
    if (possible.length === 1 && possible[0] === first) return { kind: 'read', value: first };
    return { kind: 'unclear', values: possible.length > 0 ? possible : both };
  }
  if (fits(first, limits) || fitting.length === 0) return { kind: 'read', value: first };
  return { kind: 'unclear', values: fitting };
}

const OTHER = { '.': ',', ',': '.' } as const;

/** With a full stop before decimals and a comma between groups, where the product writes them the other way round; and back. */
const inOurSigns = (text: string): string =>
  decimalSign() === ',' ? text.replaceAll(/[.,]/g, (sign) => OTHER[sign as '.' | ',']) : text;

/** A number without decimals, grouped or not. */
function wholeIn(body: string): number | undefined {
  if (/^\d+$/.test(body)) return exact(body, '');
  return GROUPED.test(body) ? exact(body.replaceAll(GROUP_SIGNS, ''), '') : undefined;
}

/** A number with decimals, after the last sign that is not one of groups. */
function decimalIn(body: string): number | undefined {
  const [, before = '', mark = '', after = ''] = /^(.*)([.,٫])(\d*)$/.exec(body) ?? [];
  if (mark === '' || before.includes(mark) || (before === '' && after === '')) return undefined;
  // "12." is what has been typed of "12.5".
  if (after === '' && mark !== '.') return undefined;
  const ready = before === '' || /^\d+$/.test(before) ? before : GROUPED.test(before) ? before : undefined;
  return ready === undefined ? undefined : exact(ready.replaceAll(GROUP_SIGNS, ''), after);
}

/** `24,33`: decimals after a comma, or a group with a digit too few. */
function slippedGroup(body: string): number | undefined {
  return /^[1-9]\d{0,2},\d{1,2}$/.test(body) ? Number(body.replace(',', '')) : undefined;
}

/** The number of these digits, unless it has more than a number can hold. */
function exact(whole: string, decimals: string): number | undefined {
  const before = whole.replace(/^0+/, '');
  const after = decimals.replace(/0+$/, '');
  const value = Number(`${before || '0'}.${after || '0'}`);
  if (`${before}${after}`.replace(/^0+/, '').length <= EXACT_DIGITS) return value;
  return after === '' && Number.isSafeInteger(value) ? value : undefined;
}

function fits(value: number, { whole, minimum, maximum }: Limits): boolean {
  return (
    (!whole || Number.isInteger(value)) &&
    (minimum === undefined || value >= minimum) &&
    (maximum === undefined || value <= maximum)
  );
}

/** `1,250,000`, `24.33`: grouped, with all decimals, in the product's signs. */
export function writeNumber(value: number): string {
  const text = String(value);
  if (!/^-?\d+(\.\d+)?$/.test(text)) return inOurSigns(value.toLocaleString('en-US', { maximumFractionDigits: 20 }));
  const [whole = '', decimals] = text.split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return inOurSigns(decimals === undefined ? grouped : `${grouped}.${decimals}`);
}
