import { describe, expect, test } from 'vitest';
import { analytics } from './analytics.fixture.ts';
import { comparisons, formatView, ofDataset, parseView, replacedIn, settled, sortedBy } from './view.ts';

const canonical = (query: string) => decodeURIComponent(formatView(parseView(query, analytics), analytics));

const FILTERS = '{"operator":"AND","conditions":[{"field":"bedrooms","operator":"equals","value":2}]}';

test('an address without parameters opens a view with data', () => {
  expect(canonical('')).toBe('?dataset=units&measures=rent&rows=project');
});

test('a view is written as it was read, in one way, and what is usual is left out', () => {
  const query = `?dataset=units&measures=grossYield&measures=rent&rows=week&cols=bedrooms&from=2026-10-01&to=2026-10-31&grain=month&chart=line&compare=previous&filters=${FILTERS}&sort=rent:desc&limit=20`;
  expect(canonical(query)).toBe(query);
  expect(canonical('?limit=100&chart=table&sort=row:asc&measures=rent&dataset=units')).toBe(
    '?dataset=units&measures=rent',
  );
});

test.each([
  ['dataset=boats&measures=rent&rows=status', '?dataset=units&measures=rent&rows=status'],
  ['dataset=units&measures=height&rows=sky', '?dataset=units&measures=rent'],
  ['dataset=projects&measures=grossYield&measures=coverage&measures=coverage', '?dataset=projects&measures=coverage'],
  [
    'dataset=units&measures=rent&measures=grossYield&measures=units&measures=spread&measures=coverage',
    '?dataset=units&measures=rent&measures=grossYield&measures=units&measures=spread',
  ],
  ['dataset=units&measures=rent&cols=status', '?dataset=units&measures=rent'],
  ['dataset=units&measures=rent&rows=status&cols=status', '?dataset=units&measures=rent&rows=status'],
  ['dataset=units&measures=rent&from=2026-02-30&to=soon', '?dataset=units&measures=rent'],
  [
    'dataset=units&measures=rent&from=2026-03-02&to=2026-03-01',
    '?dataset=units&measures=rent&from=2026-03-01&to=2026-03-02',
  ],
  ['dataset=units&measures=rent&rows=status&grain=week', '?dataset=units&measures=rent&rows=status'],
  ['dataset=units&measures=rent&rows=week&grain=year&chart=pie', '?dataset=units&measures=rent&rows=week'],
  ['dataset=units&measures=rent&rows=status&sort=units:desc', '?dataset=units&measures=rent&rows=status'],
  ['dataset=units&measures=rent&rows=status&sort=rent:up', '?dataset=units&measures=rent&rows=status'],
  ['dataset=units&measures=rent&limit=0', '?dataset=units&measures=rent'],
  ['dataset=units&measures=rent&limit=1001', '?dataset=units&measures=rent'],
  ['dataset=units&measures=rent&compare=previous', '?dataset=units&measures=rent'],
  ['dataset=units&measures=units&compare=listed', '?dataset=units&measures=units'],
  // A measure limits the dimensions; a view without measures gets one that fits its dimensions.
  ['dataset=units&measures=units&rows=estimator', '?dataset=units&measures=units'],
  [
    'dataset=units&measures=rent&measures=spread&rows=week&cols=status',
    '?dataset=units&measures=rent&measures=spread&rows=week',
  ],
  ['dataset=units&rows=estimator', '?dataset=units&measures=rent&rows=estimator'],
])('what is not possible in %s is replaced', (query, written) => {
  expect(canonical(query)).toBe(written);
});

test('a filter that cannot be read stays', () => {
  expect(parseView('?dataset=units&filters=%7B', analytics)).toMatchObject({ filters: null, unreadable: '{' });
  expect(canonical('?dataset=units&measures=rent&filters={')).toBe('?dataset=units&measures=rent&filters={');
});

describe('a change of a view', () => {
  const view = parseView(
    `dataset=units&measures=rent&measures=grossYield&rows=status&cols=week&grain=day&filters=${FILTERS}&sort=grossYield:desc`,
    analytics,
  );

  test('takes along what is possible of another dataset, and leaves filters of another resource', () => {
    expect(ofDataset(view, 'projects', analytics)).toMatchObject({
      dataset: 'projects',
      measures: ['rent'],
      rows: undefined,
      cols: undefined,
      grain: undefined,
      filters: null,
      sort: { by: 'row', direction: 'asc' },
    });
    expect(ofDataset(view, 'units', analytics)).toEqual(view);
  });

  test('without rows has no columns either', () => {
    expect(settled({ ...view, rows: undefined }, analytics)).toMatchObject({ rows: undefined, cols: undefined });
  });

  test('reverses the order of the sorted heading, and starts another with the highest value or the first row', () => {
    expect(sortedBy(view, 'grossYield').sort).toEqual({ by: 'grossYield', direction: 'asc' });
    expect(sortedBy(view, 'rent').sort).toEqual({ by: 'rent', direction: 'desc' });
    expect(sortedBy(view, 'row').sort).toEqual({ by: 'row', direction: 'asc' });
  });

  test('can be compared with the previous period when there is one, and with listed values when a measure has them', () => {
    expect(comparisons({ ...view, measures: ['units'] }, analytics)).toEqual([]);
    expect(comparisons({ ...view, from: '2026-01-01', to: '2026-01-31' }, analytics)).toEqual(['previous', 'listed']);
  });
});

describe('invalid parameters of an address', () => {
  const base = '?dataset=units&measures=rent&rows=project';
  const replaced = (query: string) =>
    replacedIn(query, parseView(query, analytics), analytics, new URLSearchParams('row=x&page=3'));

  test.each([
    [base, []],
    // Defaults may be given explicitly.
    [`${base}&limit=100&sort=row:asc&filters=`, []],
    [`${base}&row=x&page=3`, []],
    [`${base}&row=y&page=x`, ['row y', 'page x']],
    [`${base}&measures=rent&row=x&row=x`, ['measures rent repeated', 'row x repeated']],
    [`${base}&from=2026-03-02&to=2026-03-01`, ['from 2026-03-02 order']],
    [`${base}&from=2026-03-02&to=soon`, ['to soon']],
    [`${base}&measures=spread&cols=status`, ['cols status grouping spread']],
    [`${base}&cols=colour`, ['cols colour']],
    [`${base}&measures=height`, ['measures height']],
    ['?dataset=units&measures=rent&chart=table', []],
    [`${base}&chart=pie&limit=0&sort=rent`, ['chart pie', 'limit 0', 'sort rent']],
    // It stays, and nothing is shown.
    [`${base}&filters=%7B`, []],
    [`${base}&colour=red`, ['colour red']],
    ['?dataset=flats&measures=rent', ['dataset flats']],
  ])('%s', (query, expected) => {
    const reported = replaced(query).map(({ name, value, why, measures = [] }) => [name, value, why, ...measures]);
    expect(reported.map((parts) => parts.filter(Boolean).join(' '))).toEqual(expected);
  });
});
