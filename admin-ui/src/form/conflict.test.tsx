// Two users edit one record: the second sees each field that both changed as it was, as it is, and as they typed it.
import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { beServed, open, refusal, server } from '../app.fixture.tsx';

const ID = '0123456789abcdef01234567';
const company = (version: number) =>
  HttpResponse.json({ _id: ID, name: `Creek ${String(version)}` }, { headers: { ETag: `"${String(version)}"` } });

beServed();

test('the versions of a field stand side by side: before, theirs, and the own one', async () => {
  let version = 1;
  server.use(
    http.get(`/api/backoffice/companies/${ID}`, () => company(version)),
    http.patch(`/api/backoffice/companies/${ID}`, () => {
      version = 2;
      return refusal(412, { detail: 'Changed since.' });
    }),
  );
  const { user } = open(`/backoffice/companies/${ID}`, { backoffice: ['enter'], companies: ['read', 'update'] });
  const name = await screen.findByRole('textbox', { name: /Name/ });
  await user.clear(name);
  await user.type(name, 'Creek mine');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  const banner = await screen.findByRole('alert');
  const cells = (row: HTMLElement) =>
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
  expect(
    within(banner)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Field', 'Before', 'Their version', 'Yours']);
  expect(cells(within(banner).getByRole('row', { name: /^Name/ }))).toEqual(['Creek 1', 'Creek 2', 'Creek mine']);
  await user.click(within(banner).getByRole('button', { name: 'Load their version' }));
  expect(cells(await screen.findByRole('row', { name: /Creek mine/ })).slice(0, 2)).toEqual(['Creek 1', 'Creek mine']);
});
