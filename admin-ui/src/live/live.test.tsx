// What others change is shown without a reload; what this page changes is known already; a form says so and loses nothing.
import { toast } from '@mizan/ui-kit/toaster';
import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { beServed, open, page, server } from '../app.fixture.tsx';
import { serveEvents } from '../app.with-events.fixture.ts';

const ID = '0123456789abcdef01234568';
const COMPANY = `/api/backoffice/companies/${ID}`;
const MAY = { backoffice: ['enter'], companies: ['read', 'update', 'history'] };

let name: string;
let lists: number;
let connections: { resources: string | null; lastId: string | null }[];
let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
let position: number;

/** The server reports a change of the company. */
function report(event: string, data: object): void {
  position += 1;
  const text = `id: ${position}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  stream?.enqueue(new TextEncoder().encode(text));
}
const changed = (requestId: string) => report('change', { resource: 'companies', ids: [ID], requestId });

beServed();
beforeEach(() => {
  toast.removeAll();
  name = 'Lulwa';
  lists = 0;
  position = 0;
  connections = [];
  stream = undefined;
  serveEvents();
  server.use(
    http.get('/api/backoffice/live', ({ request }) => {
      connections.push({
        resources: new URL(request.url).searchParams.get('resources'),
        lastId: request.headers.get('Last-Event-ID'),
      });
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          stream = controller;
        },
      });
      return new HttpResponse(body, { headers: { 'Content-Type': 'text/event-stream' } });
    }),
    http.get('/api/backoffice/companies', () => {
      lists += 1;
      return page([{ _id: ID, name }]);
    }),
    http.get(COMPANY, () => HttpResponse.json({ _id: ID, name }, { headers: { ETag: `"${name}"` } })),
    http.get(`${COMPANY}/history`, () =>
      HttpResponse.json({ items: [{ at: '2026-11-20T08:30:00Z', actor: { id: '2', name: 'Sara Nasser' } }], total: 1 }),
    ),
  );
});

const connected = () => waitFor(() => expect(stream).toBeTruthy());

test('a list follows, and one that others did not change is not fetched again', async () => {
  open('/backoffice/companies', MAY);
  await screen.findByRole('link', { name: 'Lulwa' });
  await connected();
  expect(connections).toEqual([{ resources: 'companies', lastId: null }]);
  const before = lists;
  report('change', { resource: 'developers', ids: [ID], requestId: 'other' });
  name = 'Lulwa Shore';
  changed('other');
  await screen.findByRole('link', { name: 'Lulwa Shore' });
  expect(lists).toBe(before + 1);
});

test('a position that is too old fetches everything again', async () => {
  open('/backoffice/companies', MAY);
  await screen.findByRole('link', { name: 'Lulwa' });
  await connected();
  name = 'Lulwa Bay';
  report('reload', {});
  await screen.findByRole('link', { name: 'Lulwa Bay' });
});

test('a connection that ended continues where it was', async () => {
  open('/backoffice/companies', MAY);
  await screen.findByRole('link', { name: 'Lulwa' });
  await connected();
  name = 'Lulwa Shore';
  changed('other');
  await screen.findByRole('link', { name: 'Lulwa Shore' });
  stream?.close();
  await waitFor(() => expect(connections).toHaveLength(2));
  expect(connections[1]?.lastId).toBe('1');
});

test('a form says who changed its record, keeps what was typed, and shows both versions', async () => {
  const { user } = open(`/backoffice/companies/${ID}`, MAY);
  const input = await screen.findByRole('textbox', { name: /Name/ });
  await user.type(input, ' & Sons');
  await connected();
  name = 'Lulwa Shore';
  changed('other');
  const bar = await screen.findByText(/^Sara Nasser changed this record/);
  expect((input as HTMLInputElement).value).toBe('Lulwa & Sons');
  await user.click(screen.getByRole('button', { name: 'Show what changed' }));
  const cells = await screen.findAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual(['Lulwa', 'Lulwa Shore', 'Lulwa & Sons']);
  expect(bar.isConnected).toBe(false);
});

test('a form in which nothing was typed follows', async () => {
  open(`/backoffice/companies/${ID}`, MAY);
  await screen.findByDisplayValue('Lulwa');
  await connected();
  (document.activeElement as HTMLElement | null)?.blur();
  name = 'Lulwa Shore';
  changed('other');
  await screen.findByDisplayValue('Lulwa Shore');
});

test('what this page saves is not reported to it', async () => {
  server.use(
    http.patch(COMPANY, async ({ request }) => {
      ({ name } = (await request.json()) as { name: string });
      // Before its response.
      changed('own');
      await new Promise((done) => setTimeout(done, 600));
      return HttpResponse.json({ _id: ID, name }, { headers: { ETag: `"${name}"`, 'X-Request-Id': 'own' } });
    }),
  );
  const { user } = open(`/backoffice/companies/${ID}`, MAY);
  const input = await screen.findByRole('textbox', { name: /Name/ });
  await connected();
  await user.type(input, ' & Sons');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await screen.findByDisplayValue('Lulwa & Sons');
  await new Promise((done) => setTimeout(done, 1000));
  expect(screen.queryByText(/changed this record/)).toBeNull();
});
