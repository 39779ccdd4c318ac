// Who may ask about the policy learns why something was refused or is hidden.
import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { beServed, open, refusal, server } from '../app.fixture.tsx';

const ID = '0123456789abcdef01234567';
const MAY = { backoffice: ['enter'], units: ['read', 'update'], policy: ['read'] };
const unit = { _id: ID, unitNumber: '101', status: 'sold', bedrooms: 2, amenities: [], yearlyRentInAED: null };
const explanation = {
  allowed: false,
  roles: ['broker', 'user'],
  because: [
    {
      file: 'units/policy.csv',
      line: 12,
      text: 'where, broker, units, update, {"field": "status", "operator": "equals", "value": "available"}',
    },
  ],
  failing: [{ condition: { field: 'status', operator: 'equals', value: 'available' }, value: 'sold' }],
  wouldAllow: [{ file: null, line: null, text: 'p, broker, units, update' }],
};

const questions: URLSearchParams[] = [];

beServed();
beforeEach(() => {
  questions.length = 0;
  server.use(
    http.get(`/api/backoffice/units/${ID}`, () =>
      HttpResponse.json({ ...unit, masked: ['yearlyRentInAED'] }, { headers: { ETag: '"1"' } }),
    ),
    http.patch(`/api/backoffice/units/${ID}`, () =>
      refusal(403, { detail: 'You may not change this unit.', permission: { resource: 'units', action: 'update' } }),
    ),
    http.get('/api/backoffice/policy/explain', ({ request }) => {
      questions.push(new URL(request.url).searchParams);
      return HttpResponse.json(explanation);
    }),
  );
});

async function saveRefused(may: Record<string, string[]>) {
  const { user } = open(`/backoffice/units/${ID}`, may);
  const bedrooms = await screen.findByLabelText('Bedrooms');
  await user.clear(bedrooms);
  await user.type(bedrooms, '3');
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  expect(await screen.findByText('You may not change this unit.')).toBeTruthy();
  return user;
}

test('a refusal leads to the lines, the condition that fails and what would allow it', async () => {
  const user = await saveRefused(MAY);
  await user.click(screen.getByRole('button', { name: 'Why?' }));
  const dialog = await screen.findByRole('dialog', { name: 'Permission to change units' });
  expect(await within(dialog).findByText('You may not change units here.')).toBeTruthy();
  expect(Object.fromEntries(questions[0] ?? [])).toEqual({ operation: 'unit_update', record: ID });
  expect(within(dialog).getByText('The roles broker and user decide.')).toBeTruthy();
  expect(dialog.textContent).toContain('Role broker May change only those units for which: Status is Available');
  expect(within(dialog).getByText('units/policy.csv, line 12')).toBeTruthy();
  const failing = within(dialog).getByText('Status is Available').closest('li') as HTMLElement;
  expect(failing.textContent).toContain('Sold');
  expect(within(dialog).getByText('p, broker, units, update')).toBeTruthy();
});

test('who may not ask about the policy is not offered to', async () => {
  await saveRefused({ ...MAY, policy: [] });
  expect(screen.queryByRole('button', { name: 'Why?' })).toBeNull();
});

test('a masked field of a record leads to the reason', async () => {
  const { user } = open(`/backoffice/units/${ID}/show`, MAY);
  await user.click(await screen.findByRole('button', { name: 'Why?' }));
  expect(await screen.findByRole('dialog', { name: 'Why is Yearly rent hidden?' })).toBeTruthy();
  expect(Object.fromEntries(questions[0] ?? [])).toEqual({
    operation: 'unit_view',
    record: ID,
    field: 'yearlyRentInAED',
  });
});
