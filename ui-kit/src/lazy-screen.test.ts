// A failed load reloads the page once per distinct message, and if that does not help, the error is shown.
import { cleanup, render, screen } from '@testing-library/react';
import { createElement, Suspense } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
// Imported here, so that importing it again in a test is fast.
import '@mizan/ui-kit/error-screen';
import { reloadForError } from '@mizan/ui-kit/lazy-screen';

beforeEach(() => {
  sessionStorage.clear();
  vi.resetModules();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('the same message reloads one time, another one again', () => {
  const reload = vi.fn();
  expect(reloadForError(new Error('gone: a.js'), reload)).toBe(true);
  expect(reloadForError(new Error('gone: a.js'), reload)).toBe(false);
  expect(reloadForError(new Error('gone: b.js'), reload)).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
});

/** The page after a load, when only session storage has survived. */
async function page(message: string) {
  vi.resetModules();
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  const { ErrorBoundary, ErrorScreen } = await import('@mizan/ui-kit/error-screen');
  const { lazyScreen } = await import('@mizan/ui-kit/lazy-screen');
  const Screen = lazyScreen<object>(() => Promise.reject(new Error(message)));
  return {
    reload,
    ErrorScreen,
    screen: createElement(ErrorBoundary, null, createElement(Suspense, null, createElement(Screen))),
  };
}

it('a screen that fails to load reloads the page one time, then shows an error', async () => {
  const first = await page('gone: a.js');
  render(first.screen);
  await vi.waitFor(() => expect(first.reload).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole('heading')).toBeNull();
  cleanup();

  const second = await page('gone: a.js');
  second.reload.mockClear();
  render(second.screen);
  expect((await screen.findByRole('heading')).textContent).toBe('Something went wrong!');
  expect(screen.getByText(/gone: a.js/).hidden).toBe(true);
  expect(second.reload).not.toHaveBeenCalled();
});

it.each(['Unable to preload CSS for /assets/a.css', 'Failed to fetch dynamically imported module: /assets/a.js'])(
  '%s: reloads one time',
  async (message) => {
    const first = await page('');
    first.reload.mockClear();
    render(createElement(first.ErrorScreen, { error: new Error(message) }));
    expect(first.reload).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('heading')).toBeNull();
    cleanup();

    const second = await page('');
    second.reload.mockClear();
    render(createElement(second.ErrorScreen, { error: new Error(message) }));
    expect(second.reload).not.toHaveBeenCalled();
    expect(screen.getByRole('heading').textContent).toBe('Something went wrong!');
  },
);

it('any other error is shown without a reload', async () => {
  const { reload, ErrorScreen } = await page('');
  reload.mockClear();
  render(createElement(ErrorScreen, { error: new Error('The drawing failed') }));
  expect(screen.getByRole('heading').textContent).toBe('Something went wrong!');
  expect(reload).not.toHaveBeenCalled();
});

it('a reload is not repeated when storage is unavailable', () => {
  const reload = vi.fn();
  vi.spyOn(sessionStorage, 'setItem').mockImplementation(() => {
    throw new Error('refused');
  });
  expect(reloadForError(new Error('gone'), reload)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});

it('what the user can do without is omitted when it cannot be loaded, and the page stays', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  const { lazyOptional } = await import('@mizan/ui-kit/lazy-screen');
  const load = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('gone: bell.js')));
  const Bell = lazyOptional<object>(load);
  render(createElement('p', null, 'The screen', createElement(Bell)));
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  await new Promise((done) => setTimeout(done, 50));
  expect(screen.getByText('The screen')).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
});
