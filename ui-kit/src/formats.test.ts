// Formats of amounts, bedrooms and dates.
import { describe, expect, it } from 'vitest';
import {
  bedroomLabel,
  bedroomName,
  formatAed,
  formatDate,
  formatDateTime,
  formatNumber,
  formatPrice,
  formatRelative,
  formatWait,
  dayOf,
  endOfDay,
  hourInDubai,
} from '@mizan/ui-kit/formats';

describe('prices', () => {
  it.each([
    [0, '0K AED'],
    [499, '0K AED'],
    [85_500, '86K AED'],
    [999_499, '999K AED'],
    [1_000_000, '1.0M AED'],
    [1_250_000, '1.3M AED'],
    [12_000_000, '12.0M AED'],
  ])('%d is shown as %s', (amount, shown) => {
    expect(formatPrice(amount)).toBe(shown);
  });

  it('whole amounts are grouped', () => {
    expect(formatAed(1_250_000)).toBe('AED 1,250,000');
    expect(formatNumber(18.755)).toBe('18.76');
  });
});

describe('bedrooms', () => {
  it.each([
    [0, 'Studio', 'Studio'],
    [1, '1BR', '1 Bedroom'],
    [4, '4BR', '4 Bedrooms'],
  ])('%d is %s, and %s in the assessment', (bedrooms, label, name) => {
    expect(bedroomLabel(bedrooms)).toBe(label);
    expect(bedroomName(bedrooms)).toBe(name);
  });
});

describe('dates', () => {
  it('a day is that day whatever the zone', () => {
    expect(formatDate('2026-11-20')).toBe('20 Nov 2026');
    expect(formatDate('2026-09-01')).toBe('1 Sep 2026');
  });

  it('a moment is shown in Dubai', () => {
    expect(formatDateTime('2026-11-20T21:05:00Z')).toBe('21 Nov 2026, 01:05');
    expect(hourInDubai(new Date('2026-11-20T21:05:00Z'))).toBe(1);
  });

  it('what is no date is shown as it came', () => {
    expect(formatDate('soon')).toBe('soon');
  });

  it('relative times', () => {
    const now = Date.parse('2026-11-20T12:00:00Z');
    expect(formatRelative('2026-11-20T10:00:00Z', now)).toBe('2 hours ago');
    expect(formatRelative('2026-11-21T13:00:00Z', now)).toBe('tomorrow');
    expect(formatRelative('2026-11-20T11:59:50Z', now)).toBe('now');
  });

  it('a day ends at midnight in Dubai', () => {
    expect(dayOf(new Date('2026-11-20T21:05:00Z'))).toBe('2026-11-21');
    expect(endOfDay('2026-11-21')).toBe('2026-11-21T19:59:59.000Z');
  });

  it.each([
    [0, 'in 1 second'],
    [45, 'in 45 seconds'],
    [60, 'in 1 minute'],
    [61, 'in 2 minutes'],
    [3600, 'in 60 minutes'],
    [7300, 'in 3 hours'],
  ])('a wait of %d seconds is over %s, and never earlier', (seconds, expected) => {
    expect(formatWait(seconds)).toBe(expected);
  });
});
