import type { ApiDocument } from '@mizan/openapi/document';
import { expect, test } from 'vitest';
import { isKnownBy, readAnalytics } from './analytics.ts';

const explorer = {
  datasets: [
    { name: 'boats', label: 'Boats', resource: 'boats', measures: ['near', 'boats'], dimensions: ['harbour', 'owner'] },
  ],
  measures: [
    { name: 'near', label: 'Within 5 %', description: '', unit: '%', listed: false, dimensions: ['harbour'] },
    { name: 'boats', label: 'Boats', description: '', unit: '', listed: false },
  ],
  dimensions: [{ name: 'harbour', label: 'Harbour', description: '', kind: 'category' }],
};
const document = {
  paths: { '/api/explore': { get: { operationId: 'explore', 'x-explorer': explorer } } },
  components: { schemas: {} },
} as unknown as ApiDocument;

test('a measure has the documented dimensions, or all when none are listed', () => {
  const { measures = [], charts } = readAnalytics(document) ?? {};
  expect(measures.map((one) => [isKnownBy(one, 'harbour'), isKnownBy(one, 'owner')])).toEqual([
    [true, false],
    [true, true],
  ]);
  expect(charts).toEqual([]);
});
