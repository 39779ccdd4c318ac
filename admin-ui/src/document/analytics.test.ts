import type { ApiDocument } from '@mizan/openapi/document';
import { expect, test } from 'vitest';
import { isKnownBy, readAnalytics } from './analytics.ts';

const explorer = {
  datasets: [
    { name: 'boats', label: 'Boats', resource: 'boats', measures: ['near'], dimensions: ['harbour', 'owner'] },
  ],
  measures: [
    {
      name: 'near',
      label: 'Within 5 %',
      description: 'At most 5 % off.',
      unit: '%',
      listed: false,
      dimensions: ['harbour'],
    },
  ],
  dimensions: [{ name: 'harbour', label: 'Harbour', description: '', kind: 'category' }],
  charts: [
    { name: 'bias', title: 'Bias', description: 'With the 95 % interval.', kind: 'interval', measures: ['near'] },
  ],
};
const document = {
  paths: { '/api/explore': { get: { operationId: 'explore', 'x-explorer': explorer } } },
  components: { schemas: {} },
} as unknown as ApiDocument;

test('a number and its per cent sign stay in one line', () => {
  const { measures, charts } = readAnalytics(document) ?? {};
  expect([measures?.[0]?.label, measures?.[0]?.description, charts?.[0]?.description]).toEqual([
    'Within 5\u00a0%',
    'At most 5\u00a0% off.',
    'With the 95\u00a0% interval.',
  ]);
});

test('a figure that does not say what it is known by is known by everything', () => {
  expect(explorer.measures.map((one) => [isKnownBy(one, 'harbour'), isKnownBy(one, 'owner')])).toEqual([[true, false]]);
  expect(isKnownBy({}, 'owner')).toBe(true);
});
