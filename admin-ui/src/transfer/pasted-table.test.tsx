// A table that is pasted: its columns are shown with their values, and sent as they are chosen.
import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { beServed, open, server } from '../app.fixture.tsx';

const MAY = { backoffice: ['enter'], companies: ['read', 'create', 'update', 'import'] };
const sent: string[] = [];

beServed();
beforeEach(() => {
  sent.length = 0;
  server.use(
    http.post('/api/backoffice/companies/import', async ({ request }) => {
      sent.push(/\r\n\r\n([\s\S]*?)\r\n--/.exec(await request.text())?.[1] ?? '');
      return HttpResponse.json({ created: 1, updated: 0, skipped: 0, errors: [] });
    }),
  );
});

async function paste(table: string) {
  const { user } = open('/backoffice/companies/import', MAY);
  await user.click(await screen.findByRole('button', { name: 'Paste a table' }));
  await user.click(screen.getByRole('textbox', { name: 'Rows from a spreadsheet' }));
  await user.paste(table);
  await user.click(screen.getByRole('button', { name: 'Use this table' }));
  return user;
}

test('the guess is shown beside the values, corrected, and checked again', async () => {
  const user = await paste('Firm\tReach us\tSince\nLulwa\tdesk@lulwa.example\t1999');
  await waitFor(() => expect(sent).toEqual(['Firm\tEmail\tSince\r\nLulwa\tdesk@lulwa.example\t1999']));
  expect(await screen.findByText('desk@lulwa.example')).toBeTruthy();
  expect(screen.getByText(/Needed for new records, and not among the columns: .*Name/)).toBeTruthy();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Firm' }), 'Name');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Since' }), 'Left out');
  await waitFor(() => expect(sent.at(-1)).toBe('Name\tEmail\r\nLulwa\tdesk@lulwa.example'));
  expect(screen.queryByText(/Needed for new records/)).toBeNull();
});

test('a table with the names of the server is sent as it was pasted', async () => {
  await paste('Name,Email\nLulwa,desk@lulwa.example\n');
  await waitFor(() => expect(sent).toEqual(['Name,Email\nLulwa,desk@lulwa.example\n']));
  expect(await screen.findByText('What the 2 columns are')).toBeTruthy();
});
