// Failures to render: the error behind a button, and a screen whose chunk cannot be loaded, which reloads the page
// once.
import { lazyScreen } from '@mizan/ui-kit/lazy-screen';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { beServed, server } from './app.fixture.tsx';
import { routes } from './routes.tsx';

const show = (element = routes[0]?.element) =>
  render(
    <RouterProvider router={createMemoryRouter([{ ...routes[0], element }], { initialEntries: ['/backoffice'] })} />,
  );

const lazily = (message: string) => {
  const MissingScreen = lazyScreen<object>(() => Promise.reject(new TypeError(message)));
  return (
    <Suspense>
      <MissingScreen />
    </Suspense>
  );
};

beServed();
beforeEach(() => {
  // The errors of this test would appear on the console.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

test('an invalid document shows an error screen with details on request', async () => {
  const user = userEvent.setup();
  server.use(http.get('/api/auth/me', () => HttpResponse.json({ user: {} })));
  show();
  expect(await screen.findByRole('heading', { name: 'Something went wrong!' })).toBeTruthy();
  const details = screen.getByText(/TypeError/);
  expect(details.hidden).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Show Error' }));
  expect(details.hidden).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Hide Error' }));
  expect(details.hidden).toBe(true);
});

test('a document that fails to load shows an error and can be retried', async () => {
  const user = userEvent.setup();
  const requested = vi.fn<() => void>();
  server.use(
    http.get('/api/openapi.json', () => {
      requested();
      return HttpResponse.error();
    }),
    http.get('/api/auth/me', () => HttpResponse.json({ user: {}, roles: [], permissions: [] })),
  );
  show();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(requested).toHaveBeenCalledTimes(2));
});

test('a screen that fails to load reloads the page one time per message, then shows an error', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  sessionStorage.setItem('tanstack_router_reload:gone: a.js', '1');
  show(lazily('gone: a.js'));
  expect(await screen.findByRole('heading', { name: 'Something went wrong!' })).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
  cleanup();
  show(lazily('gone: b.js'));
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(screen.queryByText('Something went wrong!')).toBeNull();
});
