import { describe, expect, test } from 'vitest';
import type { Dimension, Measure } from '../document/analytics.ts';
import { stepped } from './canvas.tsx';
import { chosenKind, kindsFor } from './kinds.ts';
import { waysFrom } from './histogram.tsx';
import { entriesOf } from './legend.tsx';
import { colourOf, counted, drawnOf, hrefOf, isCount, membersOf, statedOf, valuesOf } from './marks.ts';
import { brokenInto } from './picture.ts';
import type { ChartProps } from './types.ts';

const dimension = (kind: Dimension['kind']): Dimension => ({ name: kind, label: kind, description: '', kind });
const measure = (name: string, listed = false): Measure => ({ name, label: name, description: '', unit: '', listed });
const [project, day, band] = [dimension('category'), dimension('time'), dimension('order')];
const [rent, units] = [measure('rent', true), measure('units')];
const asOf = '2026-11-24T22:00:00Z';

describe('which kind', () => {
  test.each([
    { query: { measures: [rent] }, kinds: [], chosen: 'table' },
    { query: { measures: [rent], rows: project }, kinds: ['bar', 'histogram'], chosen: 'bar' },
    { query: { measures: [rent], rows: band }, kinds: ['bar', 'line', 'histogram'], chosen: 'bar' },
    { query: { measures: [rent], rows: day }, kinds: ['bar', 'line', 'histogram'], chosen: 'line' },
    { query: { measures: [rent], rows: project, cols: band }, kinds: ['bar', 'heat'], chosen: 'heat' },
    { query: { measures: [rent], rows: day, cols: band }, kinds: ['bar', 'line', 'heat'], chosen: 'line' },
    { query: { measures: [rent, units], rows: project }, kinds: ['bar', 'scatter', 'histogram'], chosen: 'bar' },
    {
      query: { measures: [rent], rows: project, compare: 'listed' },
      kinds: ['bar', 'scatter', 'histogram'],
      chosen: 'bar',
    },
    // A count has no listed value to compare with.
    { query: { measures: [units], rows: project, compare: 'listed' }, kinds: ['bar', 'histogram'], chosen: 'bar' },
  ])('$kinds', ({ query, kinds, chosen }) => {
    expect(kindsFor(query)).toEqual(kinds);
    expect(chosenKind(query)).toBe(chosen);
    if (chosen !== 'table') expect(kinds).toContain(chosen);
  });
});

describe('what of an answer is drawn', () => {
  const line = (key: string, value: number | null) => ({ row: { key, label: key }, values: { rent: { value, n: 1 } } });
  const rows = [line('a', 0.3), line('b', null), line('c', -0.2), line('d', 0.1)];

  test('what has a value', () => {
    expect(drawnOf({ rows }, rent).map(({ row }) => row.key)).toEqual(['a', 'c', 'd']);
  });

  test('what is compared with something, also where it has no value itself', () => {
    const [row, compare] = [
      { key: 'a', label: 'a' },
      { value: 0.2, n: 4 },
    ];
    const answer = { rows: [{ row, values: { rent: { value: null, n: 0, compare } } }] };
    const drawn = drawnOf(answer, rent);
    expect(drawn).toHaveLength(1);
    expect(valuesOf(drawn)).toEqual([0.2]);
    expect(statedOf(drawn)).toEqual([]);
  });

  test('a member that is not stated is none of that name', () => {
    const members = [{ key: null, label: 'A' }, { key: 'A', label: 'A' }, { key: 'A', label: 'A' }, undefined];
    expect(membersOf(members)).toHaveLength(2);
  });
});

describe('arrow keys', () => {
  const grid = [0, 1].flatMap((y) => [0, 1, 2].map((x) => ({ x: x * 10, y: y * 10 })));

  test.each([
    ['ArrowRight', 0, 1],
    ['ArrowRight', 5, 5],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', 1, 4],
    ['ArrowUp', 4, 1],
    ['ArrowUp', 1, 1],
    ['Home', 4, 0],
    ['End', 1, 5],
    ['Enter', 1, undefined],
  ])('%s from %d leads to %s', (key, from, to) => expect(stepped(key, from, grid)).toBe(to));

  test('there is nothing to go to', () => expect(stepped('Home', 0, [])).toBeUndefined());
});

describe('series', () => {
  const cols = Array.from({ length: 9 }, (_, index) => ({ key: String(index), label: `${index}BR` }));
  const rows = cols.map((col) => ({
    row: { key: 'a', label: 'A' },
    col,
    values: { rent: { value: 1, n: 1, compare: { value: 2, n: 1 } } },
  }));
  const props = (count: number, more: Partial<ChartProps> = {}): ChartProps => ({
    kind: 'scatter',
    title: '',
    measures: [rent, units],
    rows: project,
    cols: band,
    answer: { rows: rows.slice(0, count), cols, total: 1, asOf },
    ...more,
  });
  const legend = (one: ChartProps) =>
    entriesOf(one, rent, drawnOf(one.answer, rent)).map(({ label, colour }) => [label, colour]);

  test('each has a colour, and those after the sixth a neutral one, never that of another', () => {
    const colours = cols.map((_, index) => colourOf(index));
    expect(new Set(colours.slice(0, 6)).size).toBe(6);
    expect(new Set(colours.slice(6))).toEqual(new Set(['var(--control)']));
  });

  test.each(['scatter', 'bar', 'line'] as const)('a legend of a %s has them all', (kind) => {
    expect(legend(props(9, { kind })).slice(5, 7)).toEqual([
      ['5BR', 'var(--chart-6)'],
      ['3 others', 'var(--control)'],
    ]);
    // A single remaining series has its own name.
    expect(legend(props(7, { kind }))[6]).toEqual(['6BR', 'var(--control)']);
    expect(legend(props(1, { kind })).map(([label]) => label)).not.toContain('0BR');
  });

  test.each([
    ['bar', 'listed', ['rent', 'Listed']],
    ['line', 'previous', ['rent', 'Period before']],
    ['histogram', 'listed', []],
  ] as const)('a legend of a %s compared with %s labels both', (kind, compare, labels) => {
    expect(legend(props(1, { kind, compare, cols: undefined })).map(([label]) => label)).toEqual(labels);
  });
});

describe('a count where there is nothing', () => {
  const [row, value] = [
    { key: '2026-11-21', label: '21 Nov 2026' },
    { value: 3, n: 3 },
  ];
  const answer = { rows: [{ row, values: { units: value } }], total: 1, asOf };

  test('is none', () => {
    expect(counted(undefined, { row }, { answer, compare: undefined })?.measured).toEqual({ value: 0, n: 0 });
    const before = { row, measured: { value: null, n: 0, compare: value } };
    expect(counted(before, { row }, { answer, compare: 'previous' })?.measured).toEqual({
      value: 0,
      n: 0,
      compare: value,
    });
  });

  test('is not known where rows were left out of the answer', () => {
    expect(counted(undefined, { row }, { answer: { ...answer, total: 2 }, compare: undefined })).toBeUndefined();
  });

  test('only whole numbers without a unit are counts', () => {
    const drawn = (one: number) => [{ row, measured: { value: one, n: 1 } }];
    expect(isCount(units, drawn(3))).toBe(true);
    expect(isCount(units, drawn(0.83))).toBe(false);
    expect(isCount({ ...rent, unit: '%' }, drawn(1))).toBe(false);
  });

  test('leads nowhere', () => {
    const leads = { hrefOf: () => '/records' } as unknown as ChartProps;
    expect(hrefOf(leads, { row, measured: { value: 0, n: 0 } }, units)).toBeUndefined();
    expect(hrefOf(leads, { row, measured: value }, units)).toBe('/records');
  });
});

describe('a bar of a histogram', () => {
  const drawn = Array.from({ length: 400 }, (_, index) => ({
    row: { key: String(index).padStart(24, '0'), label: `Unit ${index}` },
    measured: { value: 1, n: 1 },
  }));
  const props = {
    hrefOf: ({ rows }: { rows: { key: string | null }[] }) =>
      `/records?${rows.map(({ key }) => `row=${key}`).join('&')}`,
    sortedBy: (name: string) => `/explorer?sort=${name}`,
  } as unknown as ChartProps;

  test('leads to its records, however many an address can name', () => {
    const { href, leads } = waysFrom(drawn.slice(0, 150), { props, measure: rent });
    expect(href).toMatch(/^\/records/);
    expect(leads).toEqual([]);
  });

  test('links to the sorted table where there are more, with that label', () => {
    expect(waysFrom(drawn, { props, measure: rent })).toEqual({
      href: '/explorer?sort=rent',
      leads: ['Opens the table sorted by rent'],
    });
  });
});

test('a text is broken into lines where there is no more room', () => {
  const wide = (text: string) => text.length;
  expect(brokenInto('Rent by Project and Bedrooms', 15, wide)).toEqual(['Rent by Project', 'and Bedrooms']);
  expect(brokenInto('Krippendorff', 5, wide)).toEqual(['Krippendorff']);
  expect(brokenInto('', 5, wide)).toEqual([]);
});
