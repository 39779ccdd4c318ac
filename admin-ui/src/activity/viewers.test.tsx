// Who else looks at a record is shown above its screen.
import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { beServed, open, server } from '../app.fixture.tsx';
import { serveEvents } from '../app.with-events.fixture.ts';

const ID = '0123456789abcdef01234568';
const COMPANY = `/api/backoffice/companies/${ID}`;
const MAY = { backoffice: ['enter'], companies: ['read', 'update'] };
const PATIENCE = { timeout: 5000 };

let reports: unknown[];
let viewers: { _id: string; name: string }[];

beServed();
beforeEach(() => {
  reports = [];
  viewers = [];
  serveEvents();
  server.use(
    http.get(COMPANY, () => HttpResponse.json({ _id: ID, name: 'Lulwa' }, { headers: { ETag: '"1"' } })),
    http.post('/api/backoffice/viewers', async ({ request }) => {
      reports.push(await request.json());
      return HttpResponse.json({ items: viewers });
    }),
  );
});

test('another user who looks at the record is named', async () => {
  viewers = [{ _id: '2', name: 'Sara Nasser' }];
  open(`/backoffice/companies/${ID}`, MAY);
  await screen.findByText('Sara Nasser is looking at this, too', {}, PATIENCE);
  expect(reports).toEqual([{ resource: 'companies', recordId: ID }]);
  expect(screen.getByText('SN')).toBeTruthy();
});

test('several are named together', async () => {
  viewers = ['Sara Nasser', 'Omar', 'Layla Haddad', 'Noor Aziz'].map((name, _id) => ({ _id: String(_id), name }));
  open(`/backoffice/companies/${ID}`, MAY);
  await screen.findByText(/^Sara Nasser, Omar, .*Noor Aziz are looking at this, too$/, {}, PATIENCE);
  expect(screen.getByText('+1')).toBeTruthy();
});

test('nothing is shown where no other user looks', async () => {
  open(`/backoffice/companies/${ID}`, MAY);
  await waitFor(() => expect(reports).toHaveLength(1), PATIENCE);
  expect(screen.queryByText(/looking at this/)).toBeNull();
});
