import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isBusinessDay, isDay, readDay, writeDay } from './day';
import { addMonths, weeksOf } from './month';
import { isMoment, readMoment, writeMoment } from './moment';
import { readNumber, writeNumber } from './number';

const ARABIC = '٠١٢٣٤٥٦٧٨٩';
const PERSIAN = '۰۱۲۳۴۵۶۷۸۹';
const inDigits = (digits: string, text: string) => text.replaceAll(/\d/g, (digit) => digits[Number(digit)] ?? digit);

describe('a number', () => {
  test.each([
    ['1250000', 1_250_000],
    ['1,250,000', 1_250_000],
    ['1.250.000', 1_250_000],
    ['1 250 000', 1_250_000],
    ['1\u00a0250\u00a0000', 1_250_000],
    ['1\u202f250\u202f000', 1_250_000],
    ["1'250'000", 1_250_000],
    ['1’250’000', 1_250_000],
    ['12,50,000', 1_250_000],
    ['١٬٢٥٠٬٠٠٠', 1_250_000],
    ['۱٬۲۵۰٬۰۰۰٫۵', 1_250_000.5],
    ['1,250', 1250],
    ['1.250', 1.25],
    ['24.33', 24.33],
    ['24.', 24],
    ['.5', 0.5],
    ['0,33', 0.33],
    ['0,250', 0.25],
    ['1250,5', 1250.5],
    ['1.250,5', 1250.5],
    ['1 250,50', 1250.5],
    ['24,3345', 24.3345],
    ['٢٤٫٣٣', 24.33],
    ['-12', -12],
    ['−12', -12],
    ['\u200e-12\u200f', -12],
    [' 7\n', 7],
    ['007', 7],
    ['9007199254740991', 9_007_199_254_740_991],
  ])('%o is %o', (text, value) => {
    expect(readNumber(text)).toEqual({ kind: 'read', value });
  });

  test.each([
    '7-8',
    '1e',
    '1e5',
    '0x10',
    'east',
    '12 east',
    '-',
    '+',
    '1,2,3',
    '1,25,0',
    '12 50',
    '1,250.000.5',
    '1..2',
    '24,',
    '٫',
    '12345678901234567890',
    'Infinity',
    'AED 5',
    '1 2',
    "1'2",
  ])('%o is none', (text) => {
    expect(readNumber(text)).toEqual({ kind: 'unreadable' });
  });

  test.each([
    ['24,33', {}, [24.33, 2433]],
    ['24,33', { whole: true }, [2433]],
    ['-24,5', {}, [-24.5, -245]],
    ['1.250', { whole: true }, [1250]],
    ['25,123', { minimum: -90, maximum: 90 }, [25.123]],
  ])('%o within %o is asked about', (text, limits, values) => {
    expect(readNumber(text, limits)).toEqual({ kind: 'unclear', values });
  });

  test('a decimal comma is read where a group is out of the limits', () => {
    expect(readNumber('55,14', { minimum: -180, maximum: 180 })).toEqual({ kind: 'read', value: 55.14 });
  });

  test('what no meaning of fits is read, so that the schema says what is wrong', () => {
    expect(readNumber('24.33', { whole: true })).toEqual({ kind: 'read', value: 24.33 });
    expect(readNumber('500', { maximum: 300 })).toEqual({ kind: 'read', value: 500 });
  });

  test('what is written is read as the same number, in any digits', () => {
    const numbers = fc.oneof(
      fc.maxSafeInteger(),
      fc
        .tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 6 }))
        .map(([n, places]) => n / 10 ** places),
    );
    fc.assert(
      fc.property(numbers, fc.constantFrom('0123456789', ARABIC, PERSIAN), (value, digits) => {
        const number = value === 0 ? 0 : value;
        expect(readNumber(inDigits(digits, writeNumber(number)))).toEqual({ kind: 'read', value: number });
      }),
    );
  });

  test('no text is read as a number with other digits', () => {
    const characters = fc.constantFrom(...'0123456789', '.', ',', ' ', "'", '-', 'e', '٬', '٫', '٣', 'x');
    fc.assert(
      fc.property(fc.string({ unit: characters, maxLength: 12 }), (text) => {
        const reading = readNumber(text);
        if (reading.kind !== 'read') return;
        const significant = (digits: string) => digits.replaceAll(/\D/g, '').replace(/^0+|0+$/g, '');
        expect(significant(writeNumber(reading.value))).toBe(significant(text.replaceAll('٣', '3')));
      }),
      { numRuns: 2000 },
    );
  });

  test('is written in groups, with its decimals', () => {
    expect([1_250_000, -1250, 999, 0.25, 1234.5678, 1e-7].map(writeNumber)).toEqual([
      '1,250,000',
      '-1,250',
      '999',
      '0.25',
      '1,234.5678',
      '0.0000001',
    ]);
  });
});

test('a month begins in its week, on a Monday, and has all of its days', () => {
  const weeks = weeksOf('2026-11-20');
  expect(weeks[0]).toEqual([...Array.from({ length: 6 }), '2026-11-01']);
  expect(weeks.flat().filter(Boolean)).toHaveLength(30);
  expect(weeks[5]?.[0]).toBe('2026-11-30');
  expect([addMonths('2026-01-31', 1), addMonths('2024-02-29', 12)]).toEqual(['2026-02-28', '2025-02-28']);
});

describe('a day', () => {
  test('a day is one that there is', () => {
    expect(['2024-02-29', '2023-02-29', '2026-13-01', '26-01-01'].map(isDay)).toEqual([true, false, false, false]);
  });

  test.each([
    ['2026-11-20', '2026-11-20'],
    ['2026/11/20', '2026-11-20'],
    ['20/11/2026', '2026-11-20'],
    ['20.11.2026', '2026-11-20'],
    ['20-11-2026', '2026-11-20'],
    ['20 11 2026', '2026-11-20'],
    ['11/20/2026', '2026-11-20'],
    ['8/8/2026', '2026-08-08'],
    ['20 Nov 2026', '2026-11-20'],
    ['20 november 2026', '2026-11-20'],
    ['20-Nov-2026', '2026-11-20'],
    ['20nov2026', '2026-11-20'],
    ['Nov 20, 2026', '2026-11-20'],
    ['Friday, 20 Nov 2026', '2026-11-20'],
    ['1st Sept 2026', '2026-09-01'],
    ['20 nov', '2025-11-20'],
    ['nov 20', '2025-11-20'],
    ['٢٠/١١/٢٠٢٦', '2026-11-20'],
    ['29 Feb 2028', '2028-02-29'],
  ])('%o is %o', (text, day) => {
    expect(readDay(text, 2025)).toEqual({ kind: 'read', day });
  });

  test.each([
    '20',
    '20 Nov 20',
    '2026',
    '2026-11',
    '2026-02-30',
    '31/04/2026',
    'Nov 2026',
    'soon',
    '20 xyz 2026',
    '1e',
  ])('%o is none, or is asked about', (text) => {
    expect(readDay(text, 2025).kind).toMatch(/unreadable|unclear/);
  });

  test.each([
    ['7/8/2026', ['2026-08-07', '2026-07-08']],
    ['07 15 26', ['2026-07-15']],
    ['20 Nov 26', ['2026-11-20']],
  ])('%o is asked about', (text, days) => {
    expect(readDay(text, 2025)).toEqual({ kind: 'unclear', days });
  });

  test.each(['0026-07-15', '1826-11-20', '20 Nov 1899', '2201-01-01'])('%o is of no year of the business', (text) => {
    expect(readDay(text, 2025)).toEqual({ kind: 'year' });
  });

  test('what is written is read as the same day', () => {
    const days = fc
      .date({ min: new Date('1900-01-01'), max: new Date('2200-12-31T00:00:00Z'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(days, (day) => {
        expect(readDay(writeDay(day), 2025)).toEqual({ kind: 'read', day });
        expect(readDay(day, 2025)).toEqual({ kind: 'read', day });
      }),
    );
  });

  test('no text is read as a day outside of the years of the business', () => {
    const characters = fc.constantFrom(...'0123456789', '/', '-', ' ', '.', ...'novmay');
    fc.assert(
      fc.property(fc.string({ unit: characters, maxLength: 11 }), (text) => {
        const reading = readDay(text, 2025);
        if (reading.kind === 'read') expect(isBusinessDay(reading.day)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a moment', () => {
  const read = (text: string) => {
    const reading = readMoment(text, 2026);
    return reading.kind === 'read' ? reading.moment : reading.kind;
  };

  test.each([
    ['20 Nov 2026, 14:05', '2026-11-20T10:05:00Z'],
    ['20 nov 14:05', '2026-11-20T10:05:00Z'],
    ['2026-11-20 14:05:09', '2026-11-20T10:05:09Z'],
    ['2026-11-20T02:05', '2026-11-19T22:05:00Z'],
    ['20.11.2026 14.05', '2026-11-20T10:05:00Z'],
    ['Nov 20, 2026 at 2:05 pm', '2026-11-20T10:05:00Z'],
    ['20 Nov 2026 9 am', '2026-11-20T05:00:00Z'],
    ['20 Nov 2026, 12 am', '2026-11-19T20:00:00Z'],
    ['20 Nov 2026, 12:30 p.m.', '2026-11-20T08:30:00Z'],
    ['2026-11-20T05:30:00Z', '2026-11-20T05:30:00Z'],
    ['2026-11-20T05:30:00.250+01:00', '2026-11-20T04:30:00.250Z'],
    [inDigits(ARABIC, '20/11/2026 14:05'), '2026-11-20T10:05:00Z'],
  ])('%s', (text, moment) => expect(read(text)).toBe(moment));

  test.each([
    ['', 'empty'],
    ['20 Nov 2026', 'no-time'],
    ['20 Nov 2026,', 'unreadable'],
    ['20 Nov 2026, 14', 'unreadable'],
    ['20 Nov 2026, 24:00', 'unreadable'],
    ['20 Nov 2026, 14:60', 'unreadable'],
    ['20 Nov 2026, 13 pm', 'unreadable'],
    ['14:05', 'unreadable'],
    ['30 Feb 2026, 14:05', 'unreadable'],
    ['7/8/2026 14:05', 'unclear'],
    ['20 Nov 1026, 14:05', 'year'],
    ['0026-11-20T05:30:00Z', 'year'],
  ])('%s is %s', (text, kind) => expect(read(text)).toBe(kind));

  // Before 1920 Dubai had the time of the sun.
  test('each one is read as it is written, to the second', () => {
    const seconds = fc.integer({ min: Date.UTC(1920, 0, 2) / 1000, max: Date.UTC(2200, 11, 30) / 1000 });
    fc.assert(
      fc.property(seconds, (at) => {
        const moment = new Date(at * 1000).toISOString().replace('.000Z', 'Z');
        expect(isMoment(moment)).toBe(true);
        expect(read(writeMoment(moment))).toBe(moment);
      }),
    );
  });
});
