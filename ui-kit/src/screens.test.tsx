// The shared screens: the links of the Page Not Found card, and the error screen.
import { afterEach, expect, it, vi } from 'vitest';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ErrorBoundary } from '@mizan/ui-kit/error-screen';
import { PageNotFound } from '@mizan/ui-kit/page-not-found';
import { toast, Toaster } from '@mizan/ui-kit/toaster';

afterEach(cleanup);

const ward = { path: '/ward', permission: 'beds:read', order: 20, title: () => 'Ward', text: () => 'Who lies where.' };

const links = (): string[] =>
  screen.getAllByRole('link').map((link) => `${link.textContent} ${link.getAttribute('href')}`);

it('the card offers the areas that the visitor may enter', () => {
  render(
    <PageNotFound
      permissions={[
        { resource: 'backoffice', actions: ['enter'] },
        { resource: 'beds', actions: ['read'] },
      ]}
      areas={[ward]}
    />,
  );
  expect(links()).toEqual(['Go to Ward /ward', 'Go to Backoffice /backoffice']);
});

it('the card leads home when there is no area', () => {
  render(<PageNotFound permissions={[{ resource: 'units', actions: ['read'] }]} areas={[ward]} />);
  expect(links()).toEqual(['Go Home /']);
});

it('an error is reported, and shown on request', async () => {
  // React logs errors that a boundary catches; keeps the test's output clean.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const Broken = (): never => {
    throw new Error('The drawing failed');
  };
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('heading').textContent).toBe('Something went wrong!');
  const details = screen.getByText(/The drawing failed/);
  expect(details.hidden).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Show Error' }));
  expect(details.hidden).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Hide Error' }));
  expect(details.hidden).toBe(true);
});

it('a notice is read out', async () => {
  render(<Toaster />);
  toast.error('Failed to fetch unit');
  expect((await screen.findByText('Failed to fetch unit')).closest('[aria-live]')).not.toBeNull();
});
