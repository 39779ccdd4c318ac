// The shell, opened at an address.
import { render } from '@testing-library/react';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { createShellRouter } from './app';
import type { Area, Extras } from './area';

/** `areas` are those whose pages are in the app. */
export function openShell(path: string, extras: Partial<Extras> = {}, areas: Area[] = []) {
  const router = createShellRouter(
    { areas, extras: () => Promise.resolve({ areas: [], waiting: [], texts: {}, ...extras }) },
    createMemoryHistory({ initialEntries: [path] }),
  );
  render(<RouterProvider router={router} />);
  return router;
}
