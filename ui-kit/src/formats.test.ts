// Formats of amounts and dates, for the desk and for a product in another zone.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatDate, formatDateTime, formatMoney, formatNumber, dayOf, endOfDay, hourOf } from '@mizan/ui-kit/formats';
import { formatRelative, formatWait } from '@mizan/ui-kit/relative-times';

it('amounts are grouped, after the code of their currency', () => {
  expect(formatMoney(1_250_000)).toBe('AED 1,250,000');
  expect(formatMoney(12.5, 'EUR')).toBe('EUR 12.50');
  expect(formatNumber(18.755)).toBe('18.76');
});

describe('dates', () => {
  it('a day is that day whatever the zone', () => {
    expect(formatDate('2026-11-20')).toBe('20 Nov 2026');
    expect(formatDate('2026-09-01')).toBe('1 Sep 2026');
  });

  it('a moment is shown in the zone', () => {
    expect(formatDateTime('2026-11-20T21:05:00Z')).toBe('21 Nov 2026, 01:05');
    expect(hourOf(new Date('2026-11-20T21:05:00Z'))).toBe(1);
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

  it('a day ends at midnight in the zone', () => {
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

describe('a product of Berlin', () => {
  const element = document.querySelector<HTMLMetaElement>('meta[name="product"]');
  const original = element?.content ?? '';
  /** The formats as a page of this product has them. */
  async function inBerlin() {
    const berlin = { currency: 'EUR', timeZone: 'Europe/Berlin', languages: ['en-DE'], firstDayOfWeek: 7 };
    element?.setAttribute('content', JSON.stringify({ ...(JSON.parse(original) as object), ...berlin }));
    vi.resetModules();
    return { ...(await import('./formats')), ...(await import('./entry/number')), ...(await import('./entry/month')) };
  }
  afterEach(() => {
    element?.setAttribute('content', original);
    vi.resetModules();
  });

  it('writes numbers and amounts as there, and reads them back', async () => {
    const { formatMoney: money, formatNumber: number, writeNumber, readNumber } = await inBerlin();
    expect([money(1_250_000), number(18.755)]).toEqual(['EUR 1.250.000', '18,76']);
    for (const value of [1_250_000, 1250.5, 0.125]) {
      expect(readNumber(writeNumber(value))).toEqual({ kind: 'read', value });
    }
    expect(readNumber('1.250')).toEqual({ kind: 'read', value: 1250 });
  });

  it('has days of 23, 24 and 25 hours', async () => {
    const { momentAt, endOfDay: end, clockOf, dayOf: day } = await inBerlin();
    expect(momentAt('2026-07-01', '00:00:00').toISOString()).toBe('2026-06-30T22:00:00.000Z');
    expect([end('2026-03-29'), end('2026-10-25')]).toEqual(['2026-03-29T21:59:59.000Z', '2026-10-25T22:59:59.000Z']);
    // A time that comes twice, and one that is skipped.
    expect(momentAt('2026-10-25', '02:30:00').toISOString()).toBe('2026-10-25T00:30:00.000Z');
    expect(momentAt('2026-03-29', '02:30:00').toISOString()).toBe('2026-03-29T01:30:00.000Z');
    const moment = new Date('2026-10-25T01:30:00Z');
    expect([day(moment), clockOf(moment)]).toEqual(['2026-10-25', '02:30:00']);
  });

  it('begins weeks on its day', async () => {
    const { weeksOf, dayOfWeek } = await inBerlin();
    expect([dayOfWeek('2026-11-01'), dayOfWeek('2026-11-07')]).toEqual([0, 6]);
    expect(weeksOf('2026-11-20')[0]?.[0]).toBe('2026-11-01');
  });
});
