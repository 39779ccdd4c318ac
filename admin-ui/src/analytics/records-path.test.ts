import { expect, test } from 'vitest';
import { recordsPath } from './records-path.ts';

const marina = { key: 'p1', label: 'Marina Gate' };
const none = { key: null, label: 'Not stated' };
const query = '?dataset=units&measures=rent&rows=project&cols=bedrooms&from=2026-01-01&filters=%7B%7D';

test.each([
  [query, { rows: [marina], col: { key: '2', label: '2BR' } }, `${query}&row=p1&col=2`],
  // "Not stated" is a group too, and several groups may be combined.
  [query, { rows: [marina, none] }, `${query}&row=p1&row=`],
  [query, { rows: [], col: none }, `${query}&col=`],
  // Chart, sort order, limit and comparison do not affect the records.
  [`${query}&chart=heat&sort=rent:desc&limit=5&compare=listed`, { rows: [] }, query],
  // Without a dimension there is one group without a key.
  ['?dataset=units&measures=rent', { rows: [{ key: null, label: 'All' }] }, '?dataset=units&measures=rent'],
])('%s', (viewQuery, group, expected) => {
  expect(recordsPath(viewQuery, group)).toBe(`/analytics/explorer/records${expected}`);
});
