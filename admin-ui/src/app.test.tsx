// Who may enter which area, and what other users see.
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { beServed, open } from './app.fixture.tsx';

const DENIED = 'You do not have permission to access user management';

beServed();

test.each([
  '/backoffice',
  '/backoffice/',
  '/backoffice/units',
  '/backoffice/nowhere/at/all',
  '/analytics',
  '/analytics/explorer',
])('who may enter no area finds nothing at %s', async (path) => {
  const { address } = open(path, {});
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go Home' })).toBeTruthy();
  expect(screen.queryByText(DENIED)).toBeNull();
  expect(address()).toBe(path);
});

test('each area is entered by its own permission', async () => {
  open('/analytics', { analytics: ['enter'] });
  expect(await screen.findByRole('heading', { level: 1, name: 'Analytics' })).toBeTruthy();
});

test('the permission of one area does not open the other', async () => {
  open('/backoffice', { analytics: ['enter'] });
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to Analytics' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Go Home' })).toBeNull();
});

test.each([
  '/backoffice/users',
  '/backoffice/users/',
  '/backoffice/users?page=2',
  '/backoffice/users/create',
  '/backoffice/users/0123456789abcdef01234567/show',
])('a user without users:read is redirected from %s to the message above the card', async (path) => {
  const { address } = open(path, { analytics: ['enter'] });
  expect((await screen.findByRole('alert')).textContent).toBe(DENIED);
  expect(address()).toBe('/backoffice?error=access-denied');
  const card = screen.getByRole('heading', { name: 'Page Not Found' });
  expect(screen.getByRole('alert').compareDocumentPosition(card) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('the same within the back-office, where there is more to see', async () => {
  const { address } = open('/backoffice/users', { backoffice: ['enter'], units: ['read'] });
  expect((await screen.findByRole('alert')).textContent).toBe(DENIED);
  expect(address()).toBe('/backoffice?error=access-denied');
  expect(screen.getByRole('heading', { level: 1, name: 'Back-office' })).toBeTruthy();
});

test('every user sees the message there, an administrator too', async () => {
  open('/backoffice?error=access-denied');
  expect((await screen.findByRole('alert')).textContent).toBe(DENIED);
});

test.each(['/backoffice/units?error=access-denied', '/analytics?error=access-denied', '/backoffice?error=other'])(
  '%s shows no such message',
  async (path) => {
    open(path, {});
    expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeTruthy();
    expect(screen.queryByText(DENIED)).toBeNull();
  },
);
