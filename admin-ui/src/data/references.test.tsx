// Titles of referenced records in a list: complete, and loaded in one request. Uses a resource whose records show only
// part of the units that they refer to.
import apiText from '@mizan/openapi/mizan.json?raw';
import type { ApiDocument } from '@mizan/openapi/document';
import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { beServed, open, page, server } from '../app.fixture.tsx';

const MAY = { backoffice: ['enter'], estimations: ['read'], units: ['read'] };

const id = (number: number): string => number.toString(16).padStart(24, '0');
const estimation = (number: number, own = number) => ({
  _id: id(100 + own),
  unit: { _id: id(number), unitNumber: '101' },
  project: { _id: id(50), name: 'Hidden' },
  agent: { _id: id(60), name: 'Ada' },
  estimatedYearlyRentInAED: 90_000,
  updatedAt: '2026-11-20T08:00:00Z',
});

/** Serves the document with units whose titles include their project, and records the requested units. */
function serve(units: object[]): URLSearchParams[] {
  const document = JSON.parse(apiText) as ApiDocument;
  for (const { 'x-resource': extension } of document.tags ?? [])
    if (extension?.name === 'units') extension.titleTemplate = '{unitNumber} · {project}';
  const requests: URLSearchParams[] = [];
  server.use(
    http.get('/api/openapi.json', () => HttpResponse.json(document)),
    http.get('/api/backoffice/estimations', () => page([estimation(1), estimation(2), estimation(2, 3)])),
    http.get('/api/backoffice/units', ({ request }) => {
      requests.push(new URL(request.url).searchParams);
      return page(units);
    }),
  );
  return requests;
}

const unit = (number: number, project: string) => ({
  _id: id(number),
  unitNumber: '101',
  project: { _id: id(70 + number), name: project },
});

beServed();

test('a cell shows the whole title of its reference, fetched in one request per page', async () => {
  const requests = serve([unit(1, 'Lulwa'), unit(2, 'Marina')]);
  open('/backoffice/estimations', MAY);
  const table = await screen.findByRole('table');
  await within(table).findAllByText('101 · Lulwa');
  expect(within(table).getAllByText('101 · Marina')).toHaveLength(2);
  expect(requests).toHaveLength(1);
  expect(JSON.parse(requests[0]?.get('filters') ?? '')).toEqual({
    operator: 'AND',
    conditions: [{ field: '_id', operator: 'in', value: [id(1), id(2)] }],
  });
  expect(requests[0]?.get('limit')).toBe('100');
});

test('a deleted reference shows the name that the record has', async () => {
  serve([unit(1, 'Lulwa')]);
  open('/backoffice/estimations', MAY);
  await screen.findAllByText('101 · Lulwa');
  expect(screen.getAllByText('101').length).toBeGreaterThan(0);
});

test("a user who may not read them sees the record's own name, and nothing is requested", async () => {
  const requests = serve([]);
  open('/backoffice/estimations', { backoffice: ['enter'], estimations: ['read'] });
  expect((await screen.findAllByText('101')).length).toBeGreaterThan(0);
  expect(requests).toEqual([]);
});
