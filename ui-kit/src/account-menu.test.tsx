// The account menu: its language, and the message of its dialog after too many attempts.
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { AccountMenu } from '@mizan/ui-kit/account-menu';
import { LanguageChoice } from './language-choice';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  cleanup();
  server.resetHandlers();
});
afterAll(() => server.close());

const me = {
  user: { id: '1', firstName: 'Layla', lastName: 'Haddad', email: 'layla@demo.test' },
  roles: ['user'],
  permissions: [],
};

it('the only language is shown', async () => {
  render(<AccountMenu me={me} />);
  await userEvent.click(screen.getByRole('button', { name: 'Account of Layla Haddad' }));
  expect((await screen.findByText('Language')).parentElement?.textContent).toBe('LanguageEnglish');
});

it('several languages are a choice, each under its own name', async () => {
  const choose = vi.fn<(locale: string) => void>();
  render(<LanguageChoice locales={['en', 'ar']} choose={choose} />);
  expect((screen.getByLabelText('English') as HTMLInputElement).checked).toBe(true);
  expect(screen.getByText('العربية').lang).toBe('ar');
  await userEvent.click(screen.getByLabelText('العربية'));
  expect(choose).toHaveBeenCalledWith('ar');
});

it('too many attempts to change the password show the wait', async () => {
  server.use(
    http.post('/api/auth/password', () =>
      HttpResponse.json({ status: 429, detail: 'Too often' }, { status: 429, headers: { 'Retry-After': '600' } }),
    ),
  );
  render(<AccountMenu me={me} />);
  await userEvent.click(screen.getByRole('button', { name: 'Account of Layla Haddad' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Change password' }));
  await userEvent.type(await screen.findByLabelText('Current password'), 'guess');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Change password' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts. Try again in 10 minutes.');
});
