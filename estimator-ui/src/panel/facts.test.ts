// What the panel derives from a project.
import { expect, it } from 'vitest';
import { countByBedrooms, distinct, isLong, isOffPlan, sumOf, videoOf } from './facts';
import { imagePath, openStreetMap } from './paths';

it('units are counted by bedrooms, studios first', () => {
  const units = [2, 0, 1, 10, 1, 2, 2].map((bedrooms) => ({ bedrooms }));
  expect(countByBedrooms(units)).toEqual([
    { bedrooms: 0, count: 1 },
    { bedrooms: 1, count: 2 },
    { bedrooms: 2, count: 3 },
    { bedrooms: 10, count: 1 },
  ]);
  expect(countByBedrooms([])).toEqual([]);
});

it('a project is off-plan until the day of its handover', () => {
  expect(isOffPlan('2026-11-25', '2026-11-24')).toBe(true);
  expect(isOffPlan('2026-11-24', '2026-11-24')).toBe(false);
  expect(isOffPlan('2009-12-31', '2026-11-24')).toBe(false);
});

it('a plan of thirds comes to the whole price, and one of less to less', () => {
  const plan = (...percents: number[]) => percents.map((percent) => ({ percent }));
  expect(sumOf(plan(33.334, 33.333, 33.333))).toBe(100);
  expect(sumOf(plan(0.1, 0.2))).toBe(0.3);
  expect(sumOf(plan(20, 60))).toBe(80);
});

it.each([
  ['https://www.example.com/tour?a=1', 'example.com'],
  ['http://tours.example.com:8080/x', 'tours.example.com:8080'],
  ['https://user:secret@example.com/', 'example.com'],
  // A name in another script is shown in Punycode, so that it cannot be mistaken for another one.
  ['https://exаmple.com/', 'xn--exmple-4nf.com'],
])('the host that %s leads to is named', (link, host) => {
  expect(videoOf(link)?.host).toBe(host);
});

it.each([null, undefined, '', 'tour', 'javascript:alert(1)', 'data:text/html,x', 'ftp://example.com/', 'https://'])(
  '%s is no video',
  (link) => {
    expect(videoOf(link)).toBeUndefined();
  },
);

it('only a long text is shown in part', () => {
  expect(isLong('A tower by the sea.')).toBe(false);
  expect(isLong('a'.repeat(281))).toBe(true);
  expect(isLong('a\nb\nc\nd\ne\nf')).toBe(true);
});

it('duplicates are shown one time, and empty facts not at all', () => {
  expect(distinct(['Pool', ' Pool ', '', 'Gym'])).toEqual(['Pool', 'Gym']);
  expect(distinct(undefined)).toEqual([]);
});

it('names of files and projects stay within the address', () => {
  expect(imagePath('a1', 'b2')).toBe('/api/projects/a1/images/b2');
  expect(imagePath('a1', '../../x?y')).toBe('/api/projects/a1/images/..%2F..%2Fx%3Fy');
  expect(openStreetMap({ latitude: 25.0772, longitude: 55.1367 })).toBe(
    'https://www.openstreetmap.org/?mlat=25.0772&mlon=55.1367#map=15/25.0772/55.1367',
  );
});
